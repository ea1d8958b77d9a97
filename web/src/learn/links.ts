/* links.ts -- the same tree as nodes and links, as much of it as somebody has opened. A node is as
 * large as what was visited in it. */
import { hierarchy, tree } from 'd3-hierarchy'
import { h, refill, s } from '../ui/dom'
import type { Mark } from './marks'

const ROW = 26
const COLUMN = 150
const MOST = 10 // children shown of a node; the others in one

interface Datum {
  mark: Mark
  key: string
  children: Datum[]
  more: number
}

export class Links {
  readonly element = h('div', { class: 'links tree-scroll', tabindex: '0' })
  private readonly svg = s('svg', { role: 'tree' })
  private readonly opened = new Set<string>()
  private marks: Mark[] = []

  /** `fetch` brings the children of a mark that has none here yet. */
  constructor(private readonly fetch: (mark: Mark) => Promise<Mark[]>) {
    this.element.append(this.svg)
  }

  show(marks: Mark[], label: string, keep: boolean): void {
    this.marks = marks
    this.svg.setAttribute('aria-label', label)
    if (!keep) {
      this.opened.clear()
      this.opened.add('')
      // The largest branch is open at once, so that there is something to see.
      let at = 0
      let key = ''
      for (let i = 0; i < 2; i++) {
        const largest = this.largest(at)[0]
        if (largest === undefined) break
        key += `/${marks[largest]!.name}#${marks[largest]!.id}`
        this.opened.add(key)
        at = largest
      }
    }
    this.draw()
  }

  private largest(i: number): number[] {
    return [...(this.marks[i]?.children ?? [])].sort(
      (a, b) => this.marks[b]!.total - this.marks[a]!.total,
    )
  }

  private datum(i: number, key: string): Datum {
    const mark = this.marks[i]!
    const shown = this.opened.has(key) ? this.largest(i).slice(0, MOST) : []
    shown.sort((a, b) => this.marks[a]!.before - this.marks[b]!.before)
    return {
      mark,
      key,
      children: shown.map(c => this.datum(c, `${key}/${this.marks[c]!.name}#${this.marks[c]!.id}`)),
      more: this.opened.has(key) ? Math.max(0, mark.children.length - MOST) : 0,
    }
  }

  private draw(): void {
    if (this.marks.length === 0) return
    // An open node has its name above it.
    const open = (datum: Datum): boolean => datum.children.length > 0
    const root = tree<Datum>()
      .nodeSize([ROW, COLUMN])
      .separation((a, b) => (open(a.data) || open(b.data) ? 1.7 : 1))(
      hierarchy(this.datum(0, ''), datum => datum.children),
    )
    const all = root.descendants()
    const low = Math.min(...all.map(node => node.x))
    const high = Math.max(...all.map(node => node.x))
    const wide = Math.max(...all.map(node => node.y)) + COLUMN + 40
    const most = this.marks[0]!.total
    const size = (mark: Mark): number => 3 + 9 * Math.sqrt(mark.total / Math.max(1, most))
    this.svg.setAttribute('viewBox', `-20 ${low - 34} ${wide} ${high - low + 54}`)
    this.svg.setAttribute('width', String(wide))
    this.svg.setAttribute('height', String(high - low + 54))
    refill(
      this.svg,
      root.links().map(({ source, target }) =>
        s('path', {
          class: `link ${target.data.mark.kind}`,
          d: `M${source.y} ${source.x}C${source.y + 60} ${source.x} ${target.y - 60} ${target.x} ${target.y} ${target.x}`,
        }),
      ),
      all.map(node => {
        const { mark, key } = node.data
        const opens = mark.kind !== 'rest' && mark.total > 1
        const open = this.opened.has(key)
        const group = s(
          'g',
          {
            class: `dot ${mark.kind}`,
            role: 'treeitem',
            ...(opens ? { tabindex: '0', 'aria-expanded': String(open) } : {}),
            'aria-label': `${mark.name}, ${mark.about}`,
          },
          s('circle', { cx: node.y, cy: node.x, r: size(mark) }),
          this.label(node.data, node.y, node.x, size(mark)),
          s('title', {}, `${mark.name} · ${mark.about}`),
        )
        if (opens) {
          group.addEventListener('click', () => void this.toggle(key, mark))
          group.addEventListener('keydown', event => {
            if (event.key !== 'Enter' && event.key !== ' ') return
            event.preventDefault()
            void this.toggle(key, mark)
          })
        }
        return group
      }),
    )
  }

  /** Beside a node that is closed; over one that is open, where its links begin. */
  private label({ mark, children, key }: Datum, x: number, y: number, size: number): SVGElement {
    if (children.length === 0) return s('text', { x: x + size + 4, y: y + 4 }, mark.name)
    return key === ''
      ? s('text', { x: x - size, y: y - size - 5 }, mark.name)
      : s('text', { x, y: y - size - 4, 'text-anchor': 'middle' }, mark.name)
  }

  private async toggle(key: string, mark: Mark): Promise<void> {
    if (this.opened.has(key)) {
      this.opened.delete(key)
    } else {
      if (mark.children.length === 0) this.graft(mark, await this.fetch(mark))
      this.opened.add(key)
    }
    this.draw()
  }

  /** Put the children of a mark, with all below them, behind those that are here. */
  private graft(mark: Mark, more: Mark[]): void {
    const place = this.marks.indexOf(mark)
    if (place < 0) return
    const offset = this.marks.length - 1
    for (const one of more.slice(1))
      this.marks.push({
        ...one,
        parent: one.parent === 0 ? place : one.parent + offset,
        children: one.children.map(c => c + offset),
      })
    mark.children.push(...(more[0]?.children ?? []).map(c => c + offset))
  }
}
