/* pane.ts -- one search on one tree: the drawing, the sentence, the pseudo-code and the counters, as
 * they are after so many steps. */
import type { Lesson, LessonStep } from '../api'
import { h, refill } from '../ui/dom'
import { TreeDrawing } from './drawing'
import { frameAt, type Frame } from './replay'
import { say } from './words'

export class Pane {
  readonly element: HTMLElement
  frame: Frame
  private readonly drawing: TreeDrawing
  private readonly place = h('div', { class: 'tree-scroll', tabindex: '0' })
  private readonly sentence = h('p', { class: 'sentence' })
  private readonly code: HTMLElement
  private readonly counters = h('dl', { class: 'counters' })
  private readonly selection = h('div', { class: 'selection' })
  private readonly why = h(
    'button',
    { class: 'why-button', hidden: true, onclick: () => this.explain(null) },
    say().why,
  )
  private shown = 0
  private explained = -1
  private readonly watcher: ResizeObserver

  constructor(
    readonly lesson: Lesson,
    title: string | null,
  ) {
    this.frame = frameAt(lesson, 0)
    this.drawing = new TreeDrawing(lesson, null, node => this.explain(node))
    this.place.append(this.drawing.element)
    this.place.setAttribute('role', 'group')
    this.place.setAttribute('aria-label', `${say().tree}: ${lesson.search}`)
    this.code = h(
      'ol',
      { class: 'code', 'aria-label': say().code },
      lesson.code.map(line => h('li', {}, line)),
    )
    this.element = h(
      'section',
      { class: 'pane', 'aria-label': lesson.search },
      title && h('h2', { class: 'pane-title' }, title),
      h('div', { class: 'sentence-row' }, this.sentence, this.why),
      this.place,
      h('div', { class: 'below' }, this.code, h('div', {}, this.counters, this.selection)),
    )
    this.watcher = new ResizeObserver(() => this.fit())
    this.watcher.observe(this.place)
  }

  end(): void {
    this.watcher.disconnect()
  }

  fit(): void {
    if (this.drawing.fit(this.place.clientWidth)) this.show(this.shown)
  }

  show(count: number): void {
    this.shown = count
    this.frame = frameAt(this.lesson, count)
    this.explained = -1
    if (this.place.clientWidth === 0) return
    this.drawing.fit(this.place.clientWidth)
    this.drawing.show(this.frame)
    this.drawing.showLink(-1, -1)
    const { step } = this.frame
    this.sentence.textContent = step?.text ?? say().begin
    this.why.hidden = step?.kind !== 'cut'
    this.why.textContent = say().why
    ;[...this.code.children].forEach((line, i) => {
      const lit = step !== null && step.line === i
      line.classList.toggle('lit', lit)
      if (lit) line.setAttribute('aria-current', 'step')
      else line.removeAttribute('aria-current')
    })
    this.count()
    this.weigh()
    this.reveal()
  }

  /** The node where it happens stays in sight, where the tree is larger than its place. */
  private reveal(): void {
    if (this.frame.at < 0) return
    const { x, y } = this.drawing.place(this.frame.at)
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.place
    if (x < scrollLeft + 30 || x > scrollLeft + clientWidth - 30)
      this.place.scrollLeft = x - clientWidth / 2
    if (y < scrollTop + 30 || y > scrollTop + clientHeight - 30)
      this.place.scrollTop = y - clientHeight / 2
  }

  private count(): void {
    const { visited, leaves, cuts, simulations } = this.frame
    const facts: [string, string][] = [
      [say().nodes, `${visited}`],
      [say().leaves, `${leaves}`],
    ]
    if (this.lesson.windows) facts.push([say().cut, `${cuts}`])
    if (this.lesson.simulates) facts.push([say().simulations, `${simulations}`])
    refill(
      this.counters,
      facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    )
  }

  /** The numbers by which selection chooses. */
  private weigh(): void {
    const { candidates, step } = this.frame
    const chosen = step?.kind === 'select' || step?.kind === 'expand' ? step.child : -1
    refill(this.selection, candidates.length > 0 && this.table(candidates, chosen ?? -1))
  }

  private table(candidates: LessonStep[], chosen: number): HTMLElement {
    const number = (value: number | undefined): string => (value ?? 0).toFixed(3)
    return h(
      'table',
      {},
      h('caption', {}, say().candidates),
      h(
        'tr',
        {},
        [say().move, say().visits, say().mean, say().bonus, say().score].map(name =>
          h('th', { scope: 'col' }, name),
        ),
      ),
      candidates.map(one =>
        h(
          'tr',
          { class: one.child === chosen ? 'chosen' : '' },
          h(
            'th',
            { scope: 'row' },
            `${one.child === chosen ? '▸ ' : ''}${this.lesson.nodes[one.child!]?.move ?? ''}`,
          ),
          h('td', {}, one.visits ?? 0),
          one.visits
            ? [
                h('td', {}, number(one.mean)),
                h('td', {}, number(one.bonus)),
                h('td', {}, number((one.mean ?? 0) + (one.bonus ?? 0))),
              ]
            : h('td', { colspan: 3 }, '∞'),
        ),
      ),
    )
  }

  /** Why was this node cut, or the one that is being cut: the link to who set the bound. */
  explain(node: number | null): void {
    const steps = this.lesson.steps.slice(0, this.shown)
    const above = (n: number): number[] =>
      n < 0 ? [] : [n, ...above(this.lesson.nodes[n]!.parent)]
    const cut =
      node === null
        ? this.frame.step
        : steps.find(step => step.kind === 'cut' && step.cut!.some(n => above(node).includes(n)))
    if (!cut || cut.kind !== 'cut') return
    const from = cut.node
    if (this.explained === from) {
      this.explained = -1
      this.drawing.showLink(-1, -1)
      this.why.textContent = say().why
      return
    }
    this.explained = from
    this.drawing.showLink(cut.cut![0] ?? from, cut.by!)
    this.sentence.textContent = cut.by! < 0 ? `${cut.text} ${say().whyFirst}` : cut.text
    this.why.hidden = false
    this.why.textContent = say().hideWhy
  }
}
