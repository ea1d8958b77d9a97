/* exercise.ts -- a tree with blanks: what is filled in is checked by the search itself, on the server.
 * The same exercise can be had on paper. */
import type { Blank, Exercise, Lesson } from '../api'
import { address, ask, pageToken, spoken } from '../ask'
import { announce } from '../ui/announce'
import { h, refill } from '../ui/dom'
import { wrong } from '../ui/toast'
import { post } from '../token'
import { language } from '../words/words'
import { nodeName, TreeDrawing } from './drawing'
import { queryOf, subjectBar, subjectOf, type Subject } from './subject'
import { say } from './words'

type Asks = 'values' | 'windows' | 'cuts' | 'choices'

/** Save a sheet of paper as a file. */
async function download(
  subject: Subject,
  asked: string,
  format: string,
  solution: boolean,
): Promise<void> {
  const body = {
    tree: subject.text,
    search: subject.search,
    language: language(),
    ask: asked,
    format,
    solution,
  }
  const answer = await post(
    address('POST /api/learn/sheet'),
    body,
    { value: pageToken() },
    spoken(),
  )
  if (!answer.ok) throw new Error(((await answer.json()) as { error: string }).error)
  const url = URL.createObjectURL(await answer.blob())
  h('a', { href: url, download: `zermelo-${solution ? 'solution' : 'exercise'}.${format}` }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

class Paper {
  readonly element = h('div', { class: 'exercise' })
  private readonly answers: string[]
  private readonly fields: (HTMLElement | null)[]
  private readonly drawing: TreeDrawing | null
  private readonly place = h('div', { class: 'tree-scroll', tabindex: '0' })
  private readonly verdict = h('p', { class: 'verdict', role: 'status' })
  private readonly reasons = h('ul', { class: 'reasons' })
  private readonly choice = h('div', { class: 'choice card' })
  private readonly watcher: ResizeObserver | null = null
  private shown = 0

  constructor(
    private readonly subject: Subject,
    private readonly lesson: Lesson,
    private readonly asked: Asks[],
    private exercise: Exercise,
  ) {
    this.answers = exercise.blanks.map(() => '')
    this.fields = exercise.blanks.map(() => null)
    const on = (what: Asks): boolean => asked.includes(what)
    const how = [
      on('values') && say().howValues,
      on('windows') && say().howWindows,
      on('cuts') && say().howCuts,
      on('choices') && say().howChoices,
    ].filter(Boolean)
    this.drawing = new TreeDrawing(
      lesson,
      { values: on('values'), windows: on('windows'), cuts: on('cuts') },
      () => {},
    )
    this.place.append(this.drawing.element)
    this.watcher = new ResizeObserver(() => this.fit())
    this.watcher.observe(this.place)
    const sheet = (format: string, solution: boolean): HTMLElement =>
      h(
        'button',
        {
          onclick: () => void download(subject, asked.join(','), format, solution).catch(wrong),
        },
        (solution ? say().solved : say().sheet)(format.toUpperCase()),
      )
    this.element.append(
      h('p', { class: 'how' }, how.join(' ')),
      this.place,
      this.choice,
      h(
        'div',
        { class: 'controls' },
        h('button', { class: 'primary', onclick: () => void this.check(false) }, say().check),
        h('button', { onclick: () => void this.check(true) }, say().solution),
        h('button', { onclick: () => this.clear() }, say().again),
        h('span', { class: 'space' }),
        h('span', { class: 'muted' }, say().sheets),
        sheet('svg', false),
        sheet('pdf', false),
        sheet('svg', true),
        sheet('pdf', true),
      ),
      this.verdict,
      this.reasons,
    )
    this.choice.hidden = !on('choices')
  }

  end(): void {
    this.watcher?.disconnect()
  }

  fit(): void {
    if (!this.drawing || this.place.clientWidth === 0) return
    if (!this.drawing.fit(this.place.clientWidth)) return
    this.drawing.show(null)
    this.exercise.blanks.forEach((blank, i) => {
      if (blank.ask === 'choices') return
      this.fields[i] ??= blank.ask === 'cuts' ? this.scissors(blank, i) : this.input(blank, i)
      const first = blank.ask === 'values' || !this.asked.includes('values')
      this.drawing!.lay(
        this.fields[i]!,
        blank.node,
        blank.ask === 'cuts' ? 'arc' : first ? 'first' : 'second',
      )
    })
    this.drawChoice()
  }

  private input(blank: Blank, i: number): HTMLElement {
    const name = nodeName(this.lesson, blank.node)
    const input: HTMLInputElement = h('input', {
      class: `blank ${blank.ask}`,
      'aria-label': blank.ask === 'values' ? say().fillValue(name) : say().fillWindow(name),
      placeholder: blank.ask === 'values' ? '?' : 'α..β',
      autocomplete: 'off',
      spellcheck: 'false',
      value: this.answers[i]!,
      oninput: () => {
        this.answers[i] = input.value
        input.classList.remove('right', 'wrong')
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') void this.check(false)
      },
    })
    return input
  }

  private scissors(blank: Blank, i: number): HTMLElement {
    const button: HTMLElement = h(
      'button',
      {
        class: 'blank scissors',
        'aria-label': say().strike(nodeName(this.lesson, blank.node)),
        'aria-pressed': 'false',
        onclick: () => {
          this.answers[i] = this.answers[i] ? '' : 'x'
          button.setAttribute('aria-pressed', String(this.answers[i] === 'x'))
          button.classList.remove('right', 'wrong')
        },
      },
      '✂',
    )
    return button
  }

  /** The choices of selection, one at a time. */
  private drawChoice(): void {
    const choices = this.exercise.blanks.flatMap((blank, i) => (blank.ask === 'choices' ? [i] : []))
    if (choices.length === 0) return
    this.shown = Math.max(0, Math.min(choices.length - 1, this.shown))
    const i = choices[this.shown]!
    const blank = this.exercise.blanks[i]!
    const turn = (by: number) => () => ((this.shown += by), this.drawChoice())
    refill(
      this.choice,
      h(
        'p',
        {},
        say().choiceOf(
          this.shown + 1,
          choices.length,
          nodeName(this.lesson, blank.node),
          blank.visits ?? 0,
        ),
      ),
      h(
        'div',
        { class: 'candidates', role: 'radiogroup' },
        blank.candidates!.map(one =>
          h(
            'label',
            { class: 'check' },
            h('input', {
              type: 'radio',
              name: 'choice',
              checked: this.answers[i] === one.move,
              onchange: () => {
                this.answers[i] = one.move
              },
            }),
            `${one.move}: n = ${one.visits}, ${say().mean} ${one.mean.toFixed(4)}`,
          ),
        ),
      ),
      blank.verdict && this.answers[i]
        ? h(
            'p',
            { class: blank.verdict },
            blank.verdict === 'right' ? `✓ ${say().rightAnswer}` : `✗ ${blank.why ?? ''}`,
          )
        : null,
      h(
        'div',
        { class: 'controls' },
        h('button', { onclick: turn(-1), disabled: this.shown === 0 }, say().previous),
        h('button', { onclick: turn(1), disabled: this.shown === choices.length - 1 }, say().next),
      ),
    )
  }

  private clear(): void {
    this.answers.fill('')
    this.exercise.blanks.forEach((_, i) => this.fill(i, ''))
    for (const blank of this.exercise.blanks) delete blank.verdict
    this.verdict.textContent = ''
    refill(this.reasons)
    this.drawChoice()
  }

  private fill(i: number, answer: string): void {
    const field = this.fields[i]
    this.answers[i] = answer
    field?.classList.remove('right', 'wrong')
    if (field instanceof HTMLInputElement) field.value = answer
    else field?.setAttribute('aria-pressed', String(answer === 'x'))
  }

  private async check(solution: boolean): Promise<void> {
    try {
      this.exercise = await ask(
        'POST /api/learn/exercise',
        {},
        {
          tree: this.subject.text,
          search: this.subject.search,
          language: language(),
          ask: this.asked.join(','),
          answers: this.answers,
          solution,
        },
      )
    } catch (reason) {
      wrong(reason)
      return
    }
    const { blanks, right } = this.exercise
    if (solution) {
      blanks.forEach((blank, i) => this.fill(i, blank.solution ?? ''))
      this.verdict.textContent = ''
      refill(this.reasons)
      for (const blank of blanks) delete blank.verdict
      this.drawChoice()
      return
    }
    blanks.forEach((blank, i) => this.mark(blank, i))
    const all = blanks.length
    this.verdict.textContent = right === all ? say().allRight : say().right(right, all)
    announce(this.verdict.textContent)
    refill(
      this.reasons,
      blanks
        .flatMap((blank, i) =>
          blank.verdict !== 'right' && this.answers[i] && blank.ask !== 'choices' ? [blank] : [],
        )
        .slice(0, 12)
        .map(blank => h('li', {}, `${nodeName(this.lesson, blank.node)}: ${blank.why ?? ''}`)),
    )
    this.drawChoice()
  }

  /** Right or wrong, by a sign as well as by colour. */
  private mark(blank: Blank, i: number): void {
    const field = this.fields[i]
    if (!field) return
    const empty = blank.ask !== 'cuts' && this.answers[i] === ''
    field.classList.toggle('right', blank.verdict === 'right' && !empty)
    field.classList.toggle('wrong', blank.verdict !== 'right' && !empty)
    field.title = blank.why ?? ''
    field.setAttribute('aria-invalid', String(blank.verdict !== 'right'))
  }
}

export function exerciseView(root: HTMLElement, query: URLSearchParams): () => void {
  const bar = h('div', {})
  const asks = h('div', { class: 'asks' })
  const place = h('div', {})
  let paper: Paper | null = null
  let wanted: string[] = (query.get('ask') ?? 'values').split(',')
  let ended = false
  root.append(bar, asks, place)

  const load = async (subject: Subject): Promise<void> => {
    const lesson = await ask(
      'POST /api/learn/lesson',
      {},
      { tree: subject.text, search: subject.search, language: language() },
    )
    const possible = lesson.asks as Asks[]
    if (possible.length === 0) throw new Error(say().nothingToAsk)
    let asked = possible.filter(one => wanted.includes(one))
    if (asked.length === 0) asked = [possible[0]!]
    refill(
      asks,
      h('span', { class: 'muted' }, say().ask),
      possible.map(one =>
        h(
          'button',
          {
            class: 'toggle',
            'aria-pressed': String(asked.includes(one)),
            onclick: () => {
              wanted = asked.includes(one) ? asked.filter(other => other !== one) : [...asked, one]
              change(subject)
            },
          },
          say().asks[one],
        ),
      ),
    )
    const exercise = await ask(
      'POST /api/learn/exercise',
      {},
      {
        tree: subject.text,
        search: subject.search,
        language: language(),
        ask: asked.join(','),
      },
    )
    if (ended) return
    paper?.end()
    paper = new Paper(subject, lesson, asked, exercise)
    refill(place, paper.element)
    paper.fit()
  }

  const change = (subject: Subject): void => {
    const query = `${queryOf({ ...subject, other: '' })}&ask=${wanted.join(',')}`
    history.replaceState(null, '', `#/learn/exercise?${query}`)
    void subjectBar(subject, false, change).then(element => ended || refill(bar, element))
    load(subject).catch((reason: unknown) => {
      refill(place, h('p', { class: 'problem', role: 'alert' }, (reason as Error).message))
    })
  }
  subjectOf(query).then(subject => ended || change(subject), wrong)
  return () => {
    ended = true
    paper?.end()
  }
}
