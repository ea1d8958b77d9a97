/* replay.ts -- what a lesson looks like after its first so many steps. No search is done here: the
 * steps are those of the search on the server, and they are added up from the first one, so that
 * going back is the same as going forward less far. */
import type { Lesson, LessonStep } from '../api'

export type NodeState = 'unseen' | 'stack' | 'seen' | 'cut'

export interface NodeView {
  state: NodeState
  value: string // what stands at the node: its best so far, or what it returned
  window: string // current, at the node
  entered: string // the window on the arc: with which it was called
  probed: boolean // one move was tried, for a bound
  fresh: boolean // it happens here
}

export interface Frame {
  nodes: NodeView[]
  at: number // the node where it happens; -1: before the first step
  step: LessonStep | null
  visited: number
  leaves: number
  cuts: number
  simulations: number
  candidates: LessonStep[] // of the selection under way
}

/** A bound as it is written: ∞ where there is none yet. */
export const bound = (value: number | null | undefined, low: boolean): string =>
  value === null || value === undefined ? (low ? '-∞' : '∞') : String(+value.toFixed(4))

export const windowText = (step: LessonStep): string =>
  `${bound(step.alpha, true)}..${bound(step.beta, false)}`

const statistics = (step: LessonStep): string => `${(step.mean ?? 0).toFixed(2)}`

/** Everything below a cut arc that was never seen is pruned with it. */
function prune(lesson: Lesson, nodes: NodeView[], top: number): void {
  nodes[top]!.state = 'cut'
  for (let n = top + 1; n < lesson.nodes.length; n++) {
    if (lesson.nodes[n]!.parent < top) break
    nodes[n]!.state = 'cut'
  }
}

/** The chance node `top` is left: where one move was probed, the others are cut with it. */
function pruneProbed(lesson: Lesson, frame: Frame, top: number): void {
  for (const [n, { parent }] of lesson.nodes.entries()) {
    if (parent < 0 || lesson.nodes[parent]!.parent !== top) continue
    if (!frame.nodes[parent]!.probed || frame.nodes[n]!.state !== 'unseen') continue
    prune(lesson, frame.nodes, n)
    frame.cuts++
  }
}

function take(lesson: Lesson, frame: Frame, step: LessonStep): void {
  const node = frame.nodes[step.node]!
  frame.at = step.node
  frame.step = step
  if (step.kind !== 'candidate' && step.kind !== 'select' && step.kind !== 'expand')
    frame.candidates = []
  switch (step.kind) {
    case 'enter':
      node.state = 'stack'
      if (frame.visited === 0) frame.visited = 1
      if (lesson.windows) node.window = node.entered = windowText(step)
      break
    case 'move':
      frame.visited++
      frame.nodes[step.child!]!.state = 'stack'
      break
    case 'leaf':
      node.state = 'seen'
      node.value = step.value!
      frame.leaves++
      break
    case 'bounds':
      node.value = step.value!.replace(/(\.\d\d)\d+/g, '$1')
      break
    case 'better':
    case 'average':
      node.value = step.value!
      break
    case 'window':
      node.window = windowText(step)
      break
    case 'cut':
      for (const child of step.cut!) prune(lesson, frame.nodes, child)
      frame.cuts += step.cut!.length
      pruneProbed(lesson, frame, step.node)
      break
    case 'return':
      node.state = 'seen'
      node.probed = step.probe !== undefined
      node.value = (step.probe ? (step.probe === 'least' ? '≥' : '≤') : '') + step.value!
      break
    case 'simulation':
      for (const one of frame.nodes) if (one.state === 'stack') one.state = 'seen'
      node.state = 'stack'
      frame.simulations++
      break
    case 'candidate':
      frame.candidates.push(step)
      break
    case 'select':
    case 'expand':
      frame.nodes[step.child!]!.state = 'stack'
      frame.visited++
      break
    case 'question': // a new one: what was known of the last does not count
      for (const one of frame.nodes) {
        one.state = 'unseen'
        one.value = ''
      }
      break
    case 'numbers':
      frame.nodes[step.child!]!.state = 'seen'
      frame.nodes[step.child!]!.value = step.value!
      break
    case 'playout':
      frame.leaves++
      break
    case 'backup':
      node.state = step.node === 0 ? 'stack' : 'seen'
      node.value = statistics(step)
      node.window = `n=${step.visits}`
      break
  }
}

function blank(lesson: Lesson): Frame {
  return {
    nodes: lesson.nodes.map(() => ({
      state: 'unseen',
      value: '',
      window: '',
      entered: '',
      probed: false,
      fresh: false,
    })),
    at: -1,
    step: null,
    visited: 0,
    leaves: 0,
    cuts: 0,
    simulations: 0,
    candidates: [],
  }
}

/** The lesson after its first `count` steps. */
export function frameAt(lesson: Lesson, count: number): Frame {
  const frame = blank(lesson)
  for (let i = 0; i < count; i++) take(lesson, frame, lesson.steps[i]!)
  if (frame.at >= 0) frame.nodes[frame.at]!.fresh = true
  return frame
}

export interface Sizes {
  value: number
  window: number
  entered: number
}

/** The longest texts that ever stand at each node, so that nothing moves while steps go by. */
export function longest(lesson: Lesson): Sizes[] {
  const sizes = lesson.nodes.map(() => ({ value: 0, window: 0, entered: 0 }))
  const frame = blank(lesson)
  for (const step of lesson.steps) {
    take(lesson, frame, step)
    const place = step.kind === 'numbers' ? step.child! : step.node
    const node = frame.nodes[place]!
    const size = sizes[place]!
    size.value = Math.max(size.value, node.value.length)
    size.window = Math.max(size.window, node.window.length)
    size.entered = Math.max(size.entered, node.entered.length)
  }
  return sizes
}

/** How many steps it takes to have visited so many nodes, and no more. */
export function stepsUntil(lesson: Lesson, visits: number): number {
  let seen = 0
  for (const [i, { kind }] of lesson.steps.entries()) {
    const visit = kind === 'move' || kind === 'select' || kind === 'expand' || i === 0
    if (visit && ++seen > visits) return i
  }
  return lesson.steps.length
}

export const visitsOf = (lesson: Lesson): number =>
  lesson.steps.filter(
    ({ kind }, i) => kind === 'move' || kind === 'select' || kind === 'expand' || i === 0,
  ).length
