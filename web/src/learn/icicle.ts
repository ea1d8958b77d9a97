/* icicle.ts -- the tree hanging down: a bar for each subtree, as wide as what was visited in it, its
 * children below it in the order of the visits. What kind of node it was is told by a pattern of
 * its edge as well as by its colour. */
import { h, refill, s } from '../ui/dom'
import type { Mark } from './marks'

const ROW = 26
const NARROW = 0.6 // pixels: not to be seen

export class Icicle {
  readonly element = h('div', { class: 'icicle' })
  private readonly svg = s('svg', { role: 'group' })
  private marks: Mark[] = []

  constructor(private readonly open: (mark: Mark) => void) {
    this.element.append(this.svg)
  }

  show(marks: Mark[], label: string): void {
    this.marks = marks
    this.svg.setAttribute('aria-label', label)
    this.draw()
  }

  draw(): void {
    const [top] = this.marks
    const width = this.element.clientWidth
    if (!top || width === 0) return
    const bars: SVGElement[] = []
    const left: number[] = []
    const ply: number[] = []
    const scale = width / Math.max(1, top.total)
    let deepest = 0
    this.marks.forEach((mark, i) => {
      const parent = mark.parent
      // A node counts itself, too: its children begin after it.
      left[i] = parent < 0 ? 0 : left[parent]! + mark.before * scale
      ply[i] = parent < 0 ? 0 : ply[parent]! + 1
      const wide = mark.total * scale
      if (wide < NARROW) return
      deepest = Math.max(deepest, ply[i]!)
      bars.push(this.bar(mark, i, left[i]!, ply[i]! * ROW, wide))
    })
    const height = (deepest + 1) * ROW
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
    this.svg.setAttribute('width', String(width))
    this.svg.setAttribute('height', String(height))
    refill(this.svg, bars)
  }

  private bar(mark: Mark, i: number, x: number, y: number, wide: number): SVGElement {
    const opens = mark.kind !== 'rest' && mark.total > 1
    const room = Math.floor((wide - 6) / 6.8)
    const text = room >= mark.name.length ? mark.name : room >= 3 ? mark.name.slice(0, room) : ''
    const group = s(
      'g',
      {
        class: `bar ${mark.kind}`,
        ...(opens ? { tabindex: i === 0 || wide > 24 ? '0' : '-1', role: 'button' } : {}),
        'aria-label': `${mark.name}, ${mark.about}`,
      },
      s('rect', { x, y, width: Math.max(0.5, wide - 0.5), height: ROW - 2, rx: wide > 8 ? 3 : 0 }),
      !Number.isNaN(mark.share) &&
        wide > 3 &&
        s('rect', {
          class: 'share',
          x,
          y: y + ROW - 6,
          width: (wide - 0.5) * mark.share,
          height: 4,
        }),
      text && s('text', { x: x + 4, y: y + 16 }, text),
      s('title', {}, `${mark.name} · ${mark.about}`),
    )
    if (opens) {
      group.addEventListener('click', () => this.open(mark))
      group.addEventListener('keydown', event => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          this.open(mark)
        }
      })
    }
    return group
  }
}
