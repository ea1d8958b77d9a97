/* home.ts -- where Play begins: the games there are, and those that are under way. */
import type { GameInfo, GameSummary } from '../api'
import { Board } from '../board/board'
import { skinOf } from '../board/skins'
import { listen } from '../live/live'
import { h, refill } from '../ui/dom'
import { day } from '../ui/format'
import { icon } from '../ui/icons'
import { library, titleOf } from '../ui/library'
import { link } from '../ui/router'
import { wrong } from '../ui/toast'
import { words } from '../words/words'
import { card, dieOf } from './chance'
import { openLoad } from './files'
import { openNewGameSafely } from './newgame'
import { playerName } from './seats'

/** A small empty board with a piece of each player, to know the game by. */
function thumbnail(info: GameInfo): Element {
  const { grid } = info
  if (!grid)
    return h(
      'div',
      { class: 'thumbnail words', 'aria-hidden': 'true' },
      info.traits.includes('hidden')
        ? [card('K'), card(null)]
        : info.traits.includes('chance')
          ? [dieOf('3'), dieOf('6')]
          : info.title.slice(0, 1),
    )
  const most = 9 // of a large board only a part, so that pieces can be seen
  const rows = Math.min(grid.rows, most)
  const columns = Math.min(grid.columns, most)
  const board = new Board(
    info.game,
    { rows, columns, kind: grid.kind, rowNames: null, columnNames: null },
    '',
  )
  const cells = Array<string>(rows * columns).fill('.')
  const falls = skinOf(info.game, grid.kind).falls
  const row = falls ? rows - 1 : Math.floor((rows - 1) / 2)
  const column = Math.floor((columns - 1) / 2)
  const put = (down: number, right: number, letter: string | undefined): void => {
    const at = (row + down) * columns + column + right
    if (letter && cells[at] === '.') cells[at] = letter
  }
  const [first, second, third] = info.marks
  put(0, 0, second)
  put(0, 1, first)
  put(falls ? -1 : 1, 0, first)
  put(falls ? -1 : 1, falls ? -1 : 1, falls ? undefined : (third ?? second))
  board.show({ cells, moves: [], last: [], animate: false })
  board.element.setAttribute('aria-hidden', 'true')
  board.element.removeAttribute('role')
  return h('div', { class: 'thumbnail' }, board.element)
}

function gameCard(info: GameInfo): HTMLElement {
  return h(
    'button',
    { class: 'game-card', 'data-game': info.game, onclick: () => openNewGameSafely(info.game) },
    thumbnail(info),
    h('span', {}, titleOf(info)),
    h('small', {}, words().players(info.players), info.plugin ? ` · ${words().plugin}` : ''),
  )
}

function recent(games: GameSummary[]): HTMLElement | null {
  if (games.length === 0) return null
  const sorted = [...games].sort((a, b) => b.touched - a.touched).slice(0, 12)
  return h(
    'section',
    {},
    h('h2', {}, words().underWay),
    h(
      'ul',
      { class: 'recent' },
      sorted.map(one =>
        h(
          'li',
          {},
          h(
            'a',
            { href: link('play', one.id) },
            h('strong', {}, titleOf(one)),
            h(
              'span',
              {},
              one.seats
                .map(seat => (seat === 'human' ? words().person : playerName(seat)))
                .join(' – '),
            ),
            h(
              'small',
              {},
              words().movesPlayed(one.plies),
              one.result ? ` · ${words().over}` : '',
              ' · ',
              day(one.touched),
            ),
          ),
        ),
      ),
    ),
  )
}

export function openHome(root: HTMLElement): () => void {
  const games = h('div', { class: 'game-cards' })
  const list = h('div')
  refill(
    root,
    h(
      'div',
      { class: 'home' },
      h(
        'div',
        { class: 'home-head' },
        h('h1', {}, words().chooseGame),
        h(
          'button',
          { class: 'labelled', onclick: () => openLoad(undefined) },
          icon('load'),
          h('span', {}, words().load),
        ),
      ),
      games,
      list,
    ),
  )
  library()
    .then(all => refill(games, all.games.filter(info => info.game !== 'tree').map(gameCard)))
    .catch(wrong)
  return listen('games', { games: told => refill(list, recent(told.games)) })
}
