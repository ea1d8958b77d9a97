/* subject.ts -- which tree, and which search goes through it. Both stand in the address, so that a
 * lesson can be sent to somebody. */
import type { Lecture } from '../api'
import { ask } from '../ask'
import { h, refill } from '../ui/dom'
import { wrong } from '../ui/toast'
import { language } from '../words/words'
import { say } from './words'

export interface Subject {
  name: string // of a lecture, 'own', or 'random:...'
  text: string
  search: string
  other: string // '': none
}

export const searches = [
  'minimax',
  'alphabeta',
  'alphabeta:form=negamax',
  'alphabeta:order=best',
  'alphabeta:order=worst',
  'alphabeta:order=random,seed=1',
  'alphabeta:cut=strict',
  'expectiminimax',
  'expectiminimax:prune=star1',
  'expectiminimax:prune=star2',
  'maxn',
  'paranoid',
  'pns',
  'uct:sims=30,seed=1',
  'mcts:sims=30,seed=1,playouts=random,cut=off',
]

const usual = 'max {\n  min { 3 12 8 }\n  min { 2 4 6 }\n  min { 14 5 2 }\n}\n'
let lectures: Promise<Lecture[]> | null = null
let lecturesIn = ''

export function allLectures(): Promise<Lecture[]> {
  if (lecturesIn !== language()) lectures = null
  lecturesIn = language()
  lectures ??= ask('GET /api/learn/lectures', { language: language() })
  return lectures
}

export const randomText = async (spec: string): Promise<string> =>
  (await ask('GET /api/learn/random', { spec })).text

/** What the address asks for. */
export async function subjectOf(query: URLSearchParams): Promise<Subject> {
  const all = await allLectures()
  const name = query.get('tree') ?? 'not-uniform'
  const lecture = all.find(one => one.name === name)
  const text = name.startsWith('random')
    ? await randomText(name)
    : (query.get('text') ?? lecture?.text ?? usual)
  return {
    name: lecture || name.startsWith('random') ? name : 'own',
    text,
    search: query.get('search') ?? lecture?.search ?? 'alphabeta',
    other: query.get('other') ?? '',
  }
}

export function queryOf(subject: Subject): string {
  const query = new URLSearchParams({ tree: subject.name, search: subject.search })
  if (subject.other) query.set('other', subject.other)
  if (subject.name === 'own') query.set('text', subject.text)
  return String(query)
}

const field = (label: string, control: HTMLElement): HTMLElement =>
  h('label', {}, h('span', {}, label), control)

/** The choice of a search: one of the usual ones, or any that is typed. */
export function searchField(
  label: string,
  value: string,
  none: boolean,
  choose: (search: string) => void,
): HTMLElement {
  const id = `searches-${label.replace(/\W+/g, '-')}`
  const input = h('input', {
    list: id,
    value,
    spellcheck: 'false',
    placeholder: none ? say().nothing : '',
    onchange: () => choose(input.value.trim()),
  })
  return field(
    label,
    h(
      'span',
      { class: 'search-field' },
      input,
      h(
        'datalist',
        { id },
        searches.map(one => h('option', { value: one })),
      ),
      none &&
        h(
          'button',
          {
            class: 'icon',
            'aria-label': say().nothing,
            onclick: () => ((input.value = ''), choose('')),
          },
          '×',
        ),
    ),
  )
}

function randomForm(spec: string, use: (spec: string) => void): HTMLElement {
  const value = (name: string, fallback: number): number =>
    Number(new RegExp(`${name}=(\\d+)`).exec(spec)?.[1] ?? fallback)
  const number = (name: string, fallback: number, most: number): HTMLInputElement =>
    h('input', {
      type: 'number',
      min: name === 'seed' ? 0 : 1,
      max: most,
      value: value(name, fallback),
    })
  const seed = number('seed', 1, 9007199254740991)
  const depth = number('depth', 3, 10)
  const width = number('width', 3, 12)
  const players = number('players', 2, 8)
  const check = (name: string): HTMLInputElement =>
    h('input', { type: 'checkbox', checked: spec.split(/[:,]/).includes(name) })
  const flags = { uniform: check('uniform'), chance: check('chance'), losses: check('losses') }
  const draw = (): void => {
    const words = Object.entries(flags).flatMap(([name, box]) => (box.checked ? [name] : []))
    use(
      [
        `random:seed=${seed.value}`,
        `depth=${depth.value}`,
        `width=${width.value}`,
        `players=${players.value}`,
        ...words,
      ].join(','),
    )
  }
  return h(
    'div',
    { class: 'random-form' },
    field(say().seed, seed),
    field(say().depth, depth),
    field(say().width, width),
    field(say().players, players),
    Object.entries(flags).map(([name, box]) =>
      h('label', { class: 'check' }, box, say()[name as 'uniform' | 'chance' | 'losses']),
    ),
    h('button', { onclick: draw }, say().draw),
    h(
      'button',
      {
        class: 'primary',
        onclick: () => ((seed.value = String(Number(seed.value) + 1)), draw()),
      },
      say().drawNext,
    ),
  )
}

/** The bar above a lesson. `change` gets what is wanted now. */
export async function subjectBar(
  subject: Subject,
  compares: boolean,
  change: (subject: Subject) => void,
): Promise<HTMLElement> {
  const all = await allLectures()
  const kind = subject.name.startsWith('random') ? 'random' : subject.name
  const more = h('div', { class: 'more' })
  const text = h('textarea', { rows: 8, spellcheck: 'false', 'aria-label': say().typeTree })
  text.value = subject.text
  const editor = (): HTMLElement =>
    h(
      'details',
      { open: subject.name === 'own' },
      h('summary', {}, say().typeTree),
      text,
      h(
        'button',
        {
          onclick: () => change({ ...subject, name: 'own', text: text.value }),
        },
        say().useTree,
      ),
    )
  const show = (chosen: string): void =>
    refill(
      more,
      chosen === 'random' &&
        randomForm(subject.name, spec =>
          randomText(spec)
            .then(drawn => change({ ...subject, name: spec, text: drawn }))
            .catch(wrong),
        ),
      editor(),
    )
  const select = h(
    'select',
    {
      onchange: () => {
        const lecture = all.find(one => one.name === select.value)
        if (lecture)
          change({
            name: lecture.name,
            text: lecture.text,
            search: lecture.search,
            other: subject.other ? (lecture.other ?? '') : '',
          })
        else if (select.value === 'random')
          void randomText('random:seed=1')
            .then(drawn => change({ ...subject, name: 'random:seed=1', text: drawn }))
            .catch(wrong)
        else change({ ...subject, name: 'own' })
      },
    },
    all.map(one => h('option', { value: one.name, selected: one.name === kind }, one.title)),
    h('option', { value: 'random', selected: kind === 'random' }, say().randomTree),
    h('option', { value: 'own', selected: kind === 'own' }, say().ownTree),
  )
  show(kind)
  return h(
    'div',
    { class: 'subject card' },
    h(
      'div',
      { class: 'subject-row' },
      field(say().tree, select),
      searchField(say().search, subject.search, false, search => change({ ...subject, search })),
      compares &&
        searchField(say().compare, subject.other, true, other => change({ ...subject, other })),
    ),
    more,
  )
}
