/* newmatch.ts -- the dialog that begins a match: game, players, how many games, what limits. */
import type { GameInfo, NewMatch } from '../api'
import { ask } from '../ask'
import { seatPicker, type SeatPicker } from '../play/seatpicker'
import { openDialog } from '../ui/dialog'
import { h, refill } from '../ui/dom'
import { library, titleOf } from '../ui/library'
import { remember, remembered } from '../ui/remember'
import { go } from '../ui/router'
import { wrong } from '../ui/toast'
import { words } from '../words/words'

const MOST_PLAYERS = 8

export function numberField(
  label: string,
  name: string,
  value: string,
  least: number,
): { element: HTMLElement; value: () => number | undefined } {
  const input = h('input', { type: 'number', name, min: least, value, step: 'any' })
  return {
    element: h('label', {}, h('span', {}, label), input),
    value: () => (input.value === '' ? undefined : Number(input.value)),
  }
}

export function openNewMatch(): void {
  draw().catch(wrong)
}

async function draw(): Promise<void> {
  const all = await library()
  const games = all.games.filter(info => info.players === 2 && info.game !== 'tree')
  const game = h(
    'select',
    { name: 'game' },
    games.map(info => h('option', { value: info.game }, titleOf(info))),
  )
  const last = remembered('match-game') ?? 'connect4'
  game.value = games.some(info => info.game === last) ? last : (games[0]?.game ?? '')
  const options = h('input', { type: 'text', name: 'options', spellcheck: 'false' })
  const kind = h(
    'select',
    { name: 'kind' },
    (['round-robin', 'gauntlet', 'knockout'] as const).map(one =>
      h('option', { value: one }, words().matchKinds[one]),
    ),
  )
  const players = h('div', { class: 'seats' })
  let pickers: SeatPicker[] = []
  const count = numberField(words().gamesEach, 'games', '20', 1)
  const seconds = numberField(words().secondsPerMove, 'seconds', '', 0.001)
  const nodes = numberField(words().positionsPerMove, 'nodes', '', 1)
  const random = numberField(words().randomMoves, 'random', '', 0)
  const problem = h('p', { class: 'problem', role: 'alert' })
  const info = (): GameInfo => games.find(one => one.game === game.value) as GameInfo

  const addPlayer = (spec: string): void => {
    if (pickers.length >= MOST_PLAYERS) return
    const picker = seatPicker(info(), all, words().playerNumber(pickers.length + 1), spec, false)
    pickers.push(picker)
    players.append(picker.element)
  }
  const drawGame = (): void => {
    const specs =
      pickers.length > 0 ? pickers.map(picker => picker.value()) : ['level:3', 'level:4']
    pickers = []
    refill(players)
    specs.forEach(addPlayer)
    options.placeholder = info().options
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    remember('match-game', game.value)
    const wish: NewMatch = {
      game: game.value,
      players: pickers.map(picker => picker.value()),
      kind: kind.value as NonNullable<NewMatch['kind']>,
    }
    if (options.value.trim()) wish.options = options.value.trim()
    const games_ = count.value()
    if (games_ !== undefined) wish.games = games_
    const time = seconds.value()
    if (time !== undefined) wish.seconds = time
    const positions = nodes.value()
    if (positions !== undefined) wish.nodes = positions
    const lots = random.value()
    if (lots !== undefined) wish.random = lots
    try {
      const match = await ask('POST /api/matches', {}, wish)
      dialog.close()
      go('watch', 'match', String(match.id))
    } catch (reason) {
      problem.textContent = reason instanceof Error ? reason.message : String(reason)
    }
  }
  game.addEventListener('change', drawGame)
  drawGame()
  const dialog = openDialog(
    words().newMatch,
    h(
      'form',
      { class: 'new-game', onsubmit: (event: Event) => void submit(event) },
      h('label', {}, h('span', {}, words().game), game),
      h('label', {}, h('span', {}, words().options), options),
      players,
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          {
            type: 'button',
            onclick: () => addPlayer(`level:${Math.min(all.levels, pickers.length + 3)}`),
          },
          words().morePlayers,
        ),
      ),
      h('label', {}, h('span', {}, words().kind), kind),
      h('div', { class: 'fields' }, count.element, seconds.element, nodes.element, random.element),
      problem,
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'primary', type: 'submit' }, words().begin),
      ),
    ),
  )
}
