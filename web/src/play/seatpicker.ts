/* seatpicker.ts -- who is to sit in a seat: a person, a level, or any search with its options. */
import type { GameInfo, Library } from '../api'
import { h } from '../ui/dom'
import { words } from '../words/words'

export interface SeatPicker {
  element: HTMLElement
  value: () => string
}

export function seatPicker(
  info: GameInfo,
  library: Library,
  label: string,
  now: string,
  person = true,
): SeatPicker {
  const search = /^level:\d+$|^human$/.test(now) ? '' : now
  const select = h(
    'select',
    { 'aria-label': label },
    person && h('option', { value: 'human' }, words().person),
    h(
      'optgroup',
      { label: words().computer },
      Array.from({ length: library.levels }, (_, i) =>
        h('option', { value: `level:${i + 1}` }, levelText(i + 1, library.levels)),
      ),
    ),
    h(
      'optgroup',
      { label: words().searches },
      [...new Set([...info.searches, ...(search ? [search.split(':')[0] ?? ''] : [])])].map(name =>
        h('option', { value: name }, name === info.suits ? `${name} ★` : name),
      ),
    ),
  )
  const name = search.split(':')[0] ?? ''
  select.value = search ? name : now
  const options = h('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': words().searchOptions,
    value: search.includes(':') ? search.slice(name.length + 1) : '',
  })
  const hint = h('small', { class: 'hint-text' })
  const update = (): void => {
    const one = library.searches.find(entry => entry.name === select.value)
    options.hidden = hint.hidden = !one
    options.placeholder = one ? words().forExample('time=1') : ''
    if (select.value === 'alphazero' && !options.value && info.nets[0])
      options.value = `net=${info.nets[0]}`
    hint.textContent = one ? `${one.title}: ${one.options}` : ''
  }
  select.addEventListener('change', update)
  update()
  return {
    element: h(
      'div',
      { class: 'seat-picker' },
      h('label', {}, h('span', {}, label), select),
      options,
      hint,
    ),
    value: () =>
      options.hidden || !options.value.trim()
        ? select.value
        : `${select.value}:${options.value.trim()}`,
  }
}

const levelText = (level: number, most: number): string =>
  words().level(String(level)) +
  (level === 1 ? ` (${words().beginner})` : level === most ? ` (${words().fullStrength})` : '')
