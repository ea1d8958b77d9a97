/* table.ts -- a game on the page: board, seats, the search that thinks, the moves, the buttons. */
import type { GameState } from '../api'
import { ask } from '../ask'
import { h, refill } from '../ui/dom'
import { titleOf } from '../ui/library'
import { useKeys } from '../ui/keys'
import { wrong } from '../ui/toast'
import { words } from '../words/words'
import { analysisPanel } from './analysis'
import { banner } from './banner'
import { BoardPanel } from './boardpanel'
import { controls } from './controls'
import { evalBar } from './evalbar'
import { Game } from './game'
import { gameGraph } from './graph'
import { moveList } from './movelist'
import { seatBar } from './seatbar'
import { keysOf } from './seatkeys'
import { moveField } from './typing'

/** With two players one sits at each side of the board, the only person below; more sit above. */
function seatOrder(state: GameState): { above: number[]; below: number[] } {
  const all = state.seats.map((_, i) => i)
  if (all.length !== 2) return { above: all, below: [] }
  const persons = all.filter(i => state.seats[i]?.person)
  const below = persons.length === 1 ? (persons[0] as number) : 0
  return { above: [1 - below], below: [below] }
}

function layTable(root: HTMLElement, game: Game): () => void {
  const { state } = game
  const panel = new BoardPanel(game)
  const buttons = controls(game, panel)
  const bars = state.seats.map((_, player) => seatBar(game, player))
  const above = h('div', { class: 'seats-above' })
  const below = h('div')
  const seat = (): void => {
    const order = seatOrder(game.state)
    const now = JSON.stringify(order)
    if (above.dataset['order'] === now) return
    above.dataset['order'] = now
    refill(
      above,
      order.above.map(player => bars[player]),
    )
    refill(
      below,
      order.below.map(player => bars[player]),
    )
  }
  game.watch(seat)
  seat()
  const grid = state.game.grid
  const table = h(
    'div',
    { class: 'table' },
    h(
      'div',
      { class: 'board-side' },
      h(
        'h1',
        { class: 'game-title' },
        titleOf(state.game),
        state.options && h('small', {}, state.options),
      ),
      above,
      h('div', { class: 'board-row' }, evalBar(game), panel.element),
      below,
    ),
    h(
      'div',
      { class: 'side' },
      state.game.grid && panel.extra,
      banner(game),
      buttons.all,
      analysisPanel(game),
      h(
        'section',
        { class: 'card history', 'aria-label': words().moves },
        buttons.walk,
        moveList(game),
        moveField(game),
        gameGraph(game),
      ),
    ),
  )
  if (grid) {
    const hexes = grid.kind === 'hexes'
    table.style.setProperty(
      '--board-ratio',
      String((grid.columns + (hexes ? grid.rows / 2 : 0)) / grid.rows),
    )
  }
  refill(root, table)
  return useKeys(buttons.keys)
}

/** Where information is hidden and more than one person plays here, nobody sees another's cards:
 * who is to move says "it is me" before the board is shown. */
function handOver(
  root: HTMLElement,
  state: GameState,
  keys: (string | null)[],
  open: (key: string) => void,
): void {
  const turn = state.board.turn
  const mine = keys[turn]
  refill(
    root,
    h(
      'div',
      { class: 'handover' },
      h('h1', {}, titleOf(state.game)),
      h('p', {}, words().handOver),
      keys.map((key, i) =>
        key
          ? h(
              'button',
              { class: key === mine ? 'primary' : '', onclick: () => open(key) },
              words().iAm(i + 1),
            )
          : null,
      ),
    ),
  )
}

export function openTable(root: HTMLElement, id: string, invited: string | null): () => void {
  let game: Game | null = null
  let dropKeys = (): void => {}
  let gone = false
  const keys = keysOf(id)
  const mine = keys.filter((key): key is string => key !== null)

  const sit = async (key: string | null): Promise<void> => {
    const state = await ask('GET /api/games/{id}', { id, key })
    if (gone) return
    game?.leave()
    dropKeys()
    game = new Game(state, key)
    dropKeys = layTable(root, game)
    if (mine.length > 1 && state.game.traits.includes('hidden')) leaveAfterMove(game)
  }
  const leaveAfterMove = (now: Game): void => {
    const seat = now.state.viewer
    now.watch(() => {
      const { turn } = now.state.board
      const other = keys[turn]
      if (turn !== seat && other && !now.state.result)
        handOver(root, now.state, keys, next => void sit(next).catch(wrong))
    })
  }
  const begin = async (): Promise<void> => {
    const state = await ask('GET /api/games/{id}', { id, key: invited })
    const hidden = state.game.traits.includes('hidden')
    if (hidden && !invited && mine.length > 1)
      handOver(root, state, keys, key => void sit(key).catch(wrong))
    else await sit(invited ?? (hidden ? (mine[0] ?? null) : null))
  }
  begin().catch((reason: unknown) => {
    wrong(reason)
    refill(
      root,
      h(
        'div',
        { class: 'handover' },
        h('p', {}, words().noSuchGame),
        h('a', { class: 'button primary', href: '#/play' }, words().newGame),
      ),
    )
  })
  return () => {
    gone = true
    game?.leave()
    dropKeys()
  }
}
