/* drawing.ts -- a tree in SVG: MAX and MIN as triangles, chance as circles, other players as squares,
 * leaves as boxes. What a node is at the moment is told by its line as well as by its colour:
 * dashed, thick, thin, dotted and struck out. */
import type { Lesson, LessonNode } from '../api'
import { h, refill, s } from '../ui/dom'
import { layOut, LINE, SIZE, type Layout, type Need, type Place } from './layout'
import { longest, type Frame, type NodeView, type Sizes } from './replay'
import { say } from './words'

// A character of a monospace font is 0.6 times as wide as it is high, or a little more.
const textWidth = (length: number): number => Math.ceil(length * 0.612 * 12)
const smallWidth = (length: number): number => Math.ceil(length * 0.612 * 10)

export const isLeaf = (node: LessonNode): boolean => node.turn === -2

/** The name of a node, or the moves that lead to it. */
export function nodeName(lesson: Lesson, n: number): string {
  const path: string[] = []
  for (let i = n; i >= 0; i = lesson.nodes[i]!.parent) {
    const { name, move } = lesson.nodes[i]!
    if (name) return path.length > 0 ? path.join(' ') : name
    if (move) path.unshift(move)
  }
  return path.length > 0 ? path.join(' ') : say().root
}

const arcText = (node: LessonNode): string =>
  [node.move ?? '', node.chance ?? ''].filter(Boolean).join(' ')

const stateWord = (state: NodeView['state']): string =>
  ({ unseen: say().unseen, stack: say().stack, seen: say().seen, cut: say().pruned })[state]

/** What the lines mean. */
export function signs(): HTMLElement {
  const sign = (state: NodeView['state']): HTMLElement =>
    h(
      'li',
      {},
      s(
        'svg',
        { class: 'tree', width: 58, height: 30, viewBox: '0 0 58 30', 'aria-hidden': 'true' },
        s(
          'g',
          { class: `arc is-${state}` },
          s('path', { d: 'M2 6L28 15' }),
          state === 'cut' && s('path', { class: 'strike', d: 'M10 12l10 -5m-8 9l10 -5' }),
        ),
        s('g', { class: `node is-${state}` }, s('path', { class: 'shape', d: 'M42 4L53 26H31Z' })),
      ),
      stateWord(state),
    )
  return h(
    'ul',
    { class: 'signs', 'aria-label': say().legend },
    (['unseen', 'stack', 'seen', 'cut'] as const).map(sign),
  )
}

/** Room for answers beside the nodes, in place of what the search found. */
export interface Blanks {
  values: boolean
  windows: boolean
  cuts: boolean
}

export const BLANK = { width: 62, height: 24 }

export class TreeDrawing {
  readonly element = h('div', { class: 'tree-place' })
  layout: Layout
  private readonly needs: Need[]
  private readonly halves: number[]
  private readonly svg: SVGSVGElement
  private readonly groups: SVGGElement[] = []
  private readonly arcs: SVGGElement[] = []
  private readonly link = s('g', { class: 'why' })
  private readonly overlay = h('div', { class: 'blanks' })
  private width = 0
  /** Leaves have a value of their own beside what they are worth: visits, or numbers of a proof. */
  private readonly wide: boolean

  constructor(
    private readonly lesson: Lesson,
    private readonly ask: Blanks | null,
    private readonly onCut: (node: number) => void,
  ) {
    const sizes = longest(lesson)
    this.wide = lesson.simulates || lesson.algorithm === 'pns'
    this.halves = lesson.nodes.map(node =>
      isLeaf(node) ? Math.max(SIZE, textWidth((node.payoff ?? '').length) / 2 + 5) : SIZE,
    )
    this.needs = lesson.nodes.map((node, i) => this.need(node, i, sizes[i]!))
    this.svg = s('svg', {
      class: 'tree',
      role: 'group',
      'aria-label': say().treeOf(lesson.nodes.length),
    })
    this.layout = layOut(this.needs, 1000)
    this.element.append(this.svg, this.overlay)
  }

  /** The room that the labels of a node take, at most. */
  private need(node: LessonNode, i: number, size: Sizes): Need {
    const { ask } = this
    const name = node.name ? 1 : 0
    const need = { parent: node.parent, half: this.halves[i]!, before: 0, arcLines: 0 }
    if (i > 0) {
      need.arcLines = 1 + (ask ? 2 * Number(ask.cuts) : Number(size.entered > 0))
      need.before = Math.max(
        textWidth(arcText(node).length),
        ask ? (ask.cuts ? 30 : 0) : smallWidth(size.entered),
      )
    }
    const named = textWidth(node.name?.length ?? 0)
    if (ask) {
      const blanks = isLeaf(node) ? 0 : Number(ask.values) + Number(ask.windows)
      return {
        ...need,
        after: Math.max(named, blanks > 0 ? BLANK.width : 0),
        lines: name + blanks * 2,
      }
    }
    const value = isLeaf(node) && !this.wide ? 0 : size.value
    return {
      ...need,
      after: Math.max(named, textWidth(value), smallWidth(size.window)),
      lines: name + Number(value > 0) + Number(size.window > 0),
    }
  }

  /** Draw for a place of this width; true: the places of the nodes are new. */
  fit(width: number): boolean {
    if (Math.abs(width - this.width) < 2) return false
    this.width = width
    this.layout = layOut(this.needs, width)
    this.svg.setAttribute('viewBox', `0 0 ${this.layout.width} ${this.layout.height}`)
    this.svg.setAttribute('width', String(this.layout.width))
    this.svg.setAttribute('height', String(this.layout.height))
    this.arcs.length = this.groups.length = 0
    for (const _ of this.lesson.nodes) {
      this.arcs.push(s('g', { class: 'arc' }))
      this.groups.push(s('g', { class: 'node' }))
    }
    refill(this.svg, this.arcs, this.groups, this.link)
    this.overlay.style.width = `${this.layout.width}px`
    this.overlay.style.height = `${this.layout.height}px`
    return true
  }

  place(n: number): Place {
    return this.layout.places[n]!
  }

  /** Show the tree as it is in a frame; without one as nobody has searched it. */
  show(frame: Frame | null): void {
    this.lesson.nodes.forEach((node, i) => {
      const view = frame?.nodes[i] ?? null
      this.drawArc(node, i, view, frame)
      this.drawNode(node, i, view)
    })
  }

  private arcEnds(i: number): [Place, Place] {
    const from = this.place(this.lesson.nodes[i]!.parent)
    const to = this.place(i)
    if (this.layout.sideways) {
      const parent = this.needs[this.lesson.nodes[i]!.parent]!
      const start = from.x + parent.half + (parent.after ? parent.after + 6 : 0)
      return [
        { x: Math.max(from.x + parent.half, Math.min(start, to.x - 20)), y: from.y },
        { x: to.x - this.halves[i]! - this.needs[i]!.before - 4, y: to.y },
      ]
    }
    const parent = this.needs[this.lesson.nodes[i]!.parent]!
    return [
      { x: from.x, y: from.y + SIZE + parent.lines * LINE + 3 },
      { x: to.x, y: to.y - SIZE - 3 - this.needs[i]!.arcLines * LINE },
    ]
  }

  private drawArc(node: LessonNode, i: number, view: NodeView | null, frame: Frame | null): void {
    const group = this.arcs[i]!
    if (i === 0) return
    const [a, b] = this.arcEnds(i)
    const to = this.place(i)
    const { sideways } = this.layout
    const state = view?.state ?? 'seen'
    const best = node.best && frame !== null && frame.step === this.lesson.steps.at(-1)
    group.setAttribute('class', `arc ${view ? `is-${state}` : ''}${best ? ' best' : ''}`)
    const entered = view?.entered ?? ''
    const x = sideways ? b.x + this.needs[i]!.before : to.x
    const lines = [arcText(node), ...(entered ? [entered] : [])]
    const rows = this.needs[i]!.arcLines
    const y = sideways ? to.y - ((lines.length - 1) * LINE) / 2 + 4 : b.y + LINE - 3
    const along = sideways ? 0.4 : 0.5
    const middle = { x: a.x + along * (b.x - a.x), y: a.y + along * (b.y - a.y) }
    refill(
      group,
      s('path', {
        d: sideways ? `M${a.x} ${a.y}L${b.x - 2} ${b.y}` : `M${a.x} ${a.y}L${b.x} ${b.y}`,
      }),
      state === 'cut' &&
        view &&
        s('path', {
          class: 'strike',
          d: `M${middle.x - 6} ${middle.y + 1}l12 -5m-12 10l12 -5`,
        }),
      lines.map((text, k) =>
        s(
          'text',
          {
            x,
            y: y + (sideways ? k : rows > lines.length && k === 0 ? 0 : k) * LINE,
            'text-anchor': sideways ? 'end' : 'middle',
            class: k === 0 ? 'move' : 'window',
          },
          text,
        ),
      ),
    )
  }

  private drawNode(node: LessonNode, i: number, view: NodeView | null): void {
    const group = this.groups[i]!
    const { x, y } = this.place(i)
    const half = this.halves[i]!
    const state = view?.state ?? 'seen'
    const { sideways } = this.layout
    group.setAttribute('class', `node ${view ? `is-${state}` : ''}${view?.fresh ? ' fresh' : ''}`)
    const cut = view !== null && state === 'cut'
    const name = nodeName(this.lesson, i)
    group.toggleAttribute('tabindex', false)
    if (cut) {
      group.setAttribute('tabindex', '0')
      group.setAttribute('role', 'button')
      group.setAttribute('aria-label', `${name}: ${say().why}`)
      group.onclick = () => this.onCut(i)
      group.onkeydown = event => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        this.onCut(i)
      }
    } else {
      group.removeAttribute('tabindex')
      group.setAttribute('role', 'img')
      group.setAttribute('aria-label', say().nodeLabel(name, stateWord(state), view?.value ?? ''))
      group.onclick = group.onkeydown = null
    }
    const beside = this.ask
      ? [node.name ?? '']
      : [node.name ?? '', isLeaf(node) && !this.wide ? '' : (view?.value ?? ''), view?.window ?? '']
    const lines = beside.filter(Boolean)
    const inside = isLeaf(node)
      ? (node.payoff ?? '')
      : this.lesson.maxAndMin || node.turn < 0
        ? ''
        : String(node.turn + 1)
    refill(
      group,
      view?.fresh && s('circle', { class: 'halo', cx: x, cy: y, r: Math.max(half, SIZE) + 9 }),
      this.shape(node, x, y, half),
      inside && s('text', { x, y: y + 4, 'text-anchor': 'middle', class: 'inside' }, inside),
      lines.map((text, k) =>
        s(
          'text',
          {
            x: sideways ? x + half + 5 : x,
            y: sideways
              ? y + 4 + (k - (lines.length - 1) / 2) * LINE
              : y + SIZE + LINE * (k + 1) - 2,
            'text-anchor': sideways ? 'start' : 'middle',
            class: text === view?.window ? 'window' : text === node.name ? 'name' : 'value',
          },
          text,
        ),
      ),
    )
  }

  private shape(node: LessonNode, x: number, y: number, half: number): SVGElement {
    if (isLeaf(node))
      return s('rect', {
        class: 'shape',
        x: x - half,
        y: y - 10,
        width: 2 * half,
        height: 20,
        rx: 4,
      })
    if (node.turn === -1) return s('circle', { class: 'shape', cx: x, cy: y, r: SIZE })
    if (!this.lesson.maxAndMin)
      return s('rect', { class: 'shape', x: x - 11, y: y - 11, width: 22, height: 22 })
    const up = node.turn === 0 ? SIZE : -SIZE
    return s('path', { class: 'shape', d: `M${x} ${y - up}L${x + SIZE} ${y + up}H${x - SIZE}Z` })
  }

  /** Draw the link from a cut to the node whose bound made it; -1: nowhere. */
  showLink(from: number, to: number): void {
    refill(this.link)
    if (from < 0 || to < 0) return
    const [start, end] = this.arcEnds(from)
    const a = { x: start.x + 0.5 * (end.x - start.x), y: start.y + 0.5 * (end.y - start.y) }
    const b = this.place(to)
    const r = SIZE + 5
    const path = this.layout.sideways
      ? `M${a.x} ${a.y}C${a.x - 10} ${a.y - 70} ${b.x + 30} ${b.y - 80} ${b.x} ${b.y - r}`
      : `M${a.x} ${a.y}C${a.x + 80} ${a.y - 30} ${b.x + 110} ${b.y + 20} ${b.x + r} ${b.y}`
    const head = this.layout.sideways
      ? `M${b.x - 3} ${b.y - r - 9}L${b.x} ${b.y - r}L${b.x + 9} ${b.y - r - 6}`
      : `M${b.x + r + 9} ${b.y - 5}L${b.x + r} ${b.y}L${b.x + r + 9} ${b.y + 6}`
    this.link.append(
      s('circle', { cx: b.x, cy: b.y, r }),
      s('path', { d: path }),
      s('path', { class: 'head', d: head }),
    )
  }

  /** Put an element over the drawing: beside a node, or in the middle of the arc to it. */
  lay(element: HTMLElement, n: number, where: 'first' | 'second' | 'arc'): void {
    const { x, y } = this.place(n)
    const { sideways } = this.layout
    const named = this.lesson.nodes[n]!.name ? 1 : 0
    const both = this.ask?.values && this.ask.windows
    let left: number
    let top: number
    if (where === 'arc') {
      const [, end] = this.arcEnds(n)
      left = sideways ? end.x - 2 : x - 13
      top = sideways ? y + 1 : end.y + LINE + 1
    } else if (sideways) {
      left = x + this.halves[n]! + 5
      const rows = (both ? 2 : 1) * 26 + named * LINE
      top = y - rows / 2 + named * LINE + (where === 'second' && both ? 26 : 0)
    } else {
      left = x - BLANK.width / 2
      top = y + SIZE + 3 + named * LINE + (where === 'second' && both ? 26 : 0)
    }
    element.style.left = `${left}px`
    element.style.top = `${top}px`
    if (!element.parentElement) this.overlay.append(element)
  }

  clearOverlay(): void {
    refill(this.overlay)
  }
}
