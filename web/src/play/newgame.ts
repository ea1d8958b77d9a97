/* newgame.ts -- the dialog that begins a game: which, with what options, who plays, what clock. */
import type { GameInfo, Library, NewGame } from '../api'
import { ask } from '../ask'
import { openDialog } from '../ui/dialog'
import { h, refill } from '../ui/dom'
import { titleOf, library } from '../ui/library'
import { remember, remembered } from '../ui/remember'
import { go } from '../ui/router'
import { wrong } from '../ui/toast'
import { words } from '../words/words'
import { keepKeys } from './seatkeys'
import { seatPicker, type SeatPicker } from './seatpicker'

/** Ask the server for a game and go to it. */
export async function begin(wish: NewGame): Promise<void> {
  const created = await ask('POST /api/games', {}, wish)
  keepKeys(created.id, created.keys)
  go('play', created.id)
}

/** "size=9 komi=7.5" as a field for each. */
function optionFields(info: GameInfo): { element: HTMLElement; value: () => string } {
  const usual = info.options
    .split(' ')
    .filter(Boolean)
    .map(word => word.split('=', 2) as [string, string | undefined])
  const fields = usual.map(([name, value]) => ({
    name,
    usual: value ?? '',
    input: h('input', {
      type: 'text',
      name,
      value: value ?? '',
      spellcheck: 'false',
      autocomplete: 'off',
      size: 8,
    }),
  }))
  return {
    element: h(
      'div',
      { class: 'fields' },
      fields.map(({ name, input }) =>
        h('label', { title: `${name}=` }, h('span', {}, words().gameOptions[name] ?? name), input),
      ),
    ),
    value: () =>
      fields
        .filter(({ input, usual: before }) => input.value.trim() && input.value.trim() !== before)
        .map(({ name, input }) => `${name}=${input.value.trim()}`)
        .join(' '),
  }
}

/** How many sit at the table depends on the options, which only the server understands: the game
 * says how many there usually are, and one field "players" may say otherwise. */
function playersOf(info: GameInfo, options: string): number {
  const asked = Number(/\bplayers=(\d+)/.exec(options)?.[1] ?? info.players)
  return asked >= 1 && asked <= 8 ? asked : info.players
}

function clockFields(): { element: HTMLElement; value: () => NewGame['clock'] } {
  const kind = h(
    'select',
    {},
    h('option', { value: '' }, words().noClock),
    ['1+0', '3+2', '5+0', '10+5', '30+20'].map(one => h('option', { value: one }, one)),
  )
  return {
    element: h('label', {}, h('span', {}, words().clock), kind),
    value: () => {
      const [minutes, increment] = kind.value.split('+').map(Number)
      return minutes ? { seconds: 60 * minutes, increment: increment ?? 0 } : null
    },
  }
}

function checkbox(text: string, name: string): { element: HTMLElement; checked: () => boolean } {
  const input = h('input', { type: 'checkbox', checked: remembered(name) === 'yes' })
  return {
    element: h('label', { class: 'check' }, input, text),
    checked: () => {
      remember(name, input.checked ? 'yes' : 'no')
      return input.checked
    },
  }
}

/** Who sat there last time; at first a person against level 3. */
function usualSeat(player: number): string {
  return remembered(`seat${player}`) ?? (player === 0 ? 'human' : 'level:3')
}

export async function openNewGame(chosen?: string): Promise<void> {
  const all: Library = await library()
  const last = chosen ?? remembered('game') ?? all.games[0]?.game ?? ''
  const select = h(
    'select',
    { name: 'game' },
    all.games.map(info => h('option', { value: info.game }, titleOf(info))),
  )
  select.value = all.games.some(info => info.game === last) ? last : (all.games[0]?.game ?? '')
  const options = h('div')
  const seats = h('div', { class: 'seats' })
  const clock = clockFields()
  const teach = checkbox(words().teachLong, 'teach')
  const analyse = checkbox(words().analyseLong, 'analyse')
  const problem = h('p', { class: 'problem', role: 'alert' })
  let fields: ReturnType<typeof optionFields>
  let pickers: SeatPicker[] = []
  const info = (): GameInfo => all.games.find(one => one.game === select.value) as GameInfo

  const drawSeats = (): void => {
    const count = playersOf(info(), fields.value())
    if (count === pickers.length) return
    pickers = Array.from({ length: count }, (_, i) =>
      seatPicker(info(), all, words().playerNumber(i + 1), usualSeat(i)),
    )
    refill(
      seats,
      pickers.map(picker => picker.element),
    )
  }
  const drawGame = (): void => {
    fields = optionFields(info())
    refill(options, fields.element)
    fields.element.addEventListener('change', drawSeats)
    pickers = []
    drawSeats()
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const chosenSeats = pickers.map(picker => picker.value())
    remember('game', select.value)
    chosenSeats.forEach((seat, i) => remember(`seat${i}`, seat))
    try {
      await begin({
        game: select.value,
        options: fields.value(),
        seats: chosenSeats,
        clock: clock.value() ?? null,
        teach: teach.checked(),
        analyse: analyse.checked(),
      })
      dialog.close()
    } catch (reason) {
      problem.textContent = reason instanceof Error ? reason.message : String(reason)
    }
  }
  select.addEventListener('change', drawGame)
  drawGame()
  const dialog = openDialog(
    words().newGame,
    h(
      'form',
      { class: 'new-game', onsubmit: (event: Event) => void submit(event) },
      h('label', {}, h('span', {}, words().game), select),
      options,
      seats,
      clock.element,
      teach.element,
      analyse.element,
      problem,
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'primary', type: 'submit' }, words().play),
      ),
    ),
  )
  dialog.querySelector<HTMLElement>('button[type=submit]')?.focus()
}

export function openNewGameSafely(chosen?: string): void {
  openNewGame(chosen).catch(wrong)
}
