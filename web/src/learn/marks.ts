/* marks.ts -- a large tree as a few marks, each for a subtree: what the icicle and the drawing of
 * nodes and links show, be it a recorded search or the tree of a Monte Carlo search. */
import type { Tree, WalkMark, WalkTree } from '../api'
import { short, signed } from '../ui/format'
import { say } from './words'

export interface Mark {
  id: number // to ask for it
  parent: number
  total: number
  before: number // of its parent's, to the left of it
  name: string
  about: string
  kind: 'exact' | 'high' | 'low' | 'leaf' | 'stopped' | 'rest'
  children: number[]
  share: number // of the good outcome for the first player, where known; NaN
}

export function nameOf(mark: Pick<WalkMark, 'move' | 'by' | 'depth' | 'rest' | 'node'>): string {
  if (mark.rest) return say().rest(mark.rest)
  if (mark.by === 'step') return say().step(mark.depth ?? 0)
  if (mark.by === 'pass') return say().pass
  if (mark.by === 'again') return say().sameAgain
  return mark.move || say().whole
}

function connect(marks: Mark[]): Mark[] {
  marks.forEach((mark, i) => mark.parent >= 0 && marks[mark.parent]!.children.push(i))
  return marks
}

export function marksOfWalk(tree: WalkTree): Mark[] {
  return connect(
    tree.marks.map(mark => ({
      id: mark.node,
      parent: mark.parent,
      total: mark.total,
      before: mark.before,
      name: nameOf(mark),
      about: [
        say().positions(short(mark.total)),
        mark.value === undefined ? '' : signed(mark.value),
        mark.kind && !mark.rest ? say().kinds[mark.kind] : '',
      ]
        .filter(Boolean)
        .join(' · '),
      kind: mark.rest ? 'rest' : (mark.kind ?? 'exact'),
      children: [],
      share: NaN,
    })),
  )
}

/** The tree of mcts: a mark is as wide as its visits. */
export function marksOfTree(tree: Tree): Mark[] {
  const marks: Mark[] = tree.nodes.map((node, i) => ({
    id: i,
    parent: node.parent,
    total: node.visits,
    before: 0,
    name: node.move || say().whole,
    about: `${short(node.visits)} ${say().visits} · ${node.value === null ? '' : signed(node.value)}`,
    kind: node.kind === 'exact' ? 'exact' : node.turn === -2 ? 'leaf' : 'low',
    children: [],
    share: node.player === 0 ? node.win : 1 - node.win,
  }))
  connect(marks)
  for (const mark of marks) {
    let before = 0
    for (const child of mark.children) {
      marks[child]!.before = before
      before += marks[child]!.total
    }
  }
  return marks
}
