/* store.ts -- the games of all matches: search, browse, replay. */
import type { StoredGame } from '../api'
import { ask } from '../ask'
import { begin } from '../play/newgame'
import { playerName } from '../play/seats'
import { h, refill } from '../ui/dom'
import { whole } from '../ui/format'
import { icon } from '../ui/icons'
import { library, titleOf } from '../ui/library'
import { link } from '../ui/router'
import { wrong } from '../ui/toast'
import { words } from '../words/words'
import { gameTitle } from './titles'

const PAGE = 25

/** Points of the match: 1 for a win, ½ for a draw. */
const score = (game: StoredGame): string =>
  game.points.map(points => (points === 0.5 ? '½' : String(points))).join(' – ')

function row(game: StoredGame): HTMLElement {
  return h(
    'tr',
    {},
    h('td', {}, gameTitle(game.game), game.options && h('small', {}, ` ${game.options}`)),
    h('td', {}, game.seats.map(playerName).join(' – ')),
    h('td', {}, score(game)),
    h('td', {}, whole(game.plies)),
    h(
      'td',
      {},
      words().endings[game.ending] ?? game.ending,
      game.reason && h('small', {}, ` ${game.reason}`),
    ),
    h('td', {}, h('a', { href: link('watch', 'match', String(game.match)) }, `#${game.match}`)),
    h('td', {}, h('small', {}, game.ended)),
    h(
      'td',
      {},
      h(
        'button',
        { onclick: () => void begin({ stored: game.id }).catch(wrong) },
        icon('play'),
        words().replay,
      ),
    ),
  )
}

export function openStore(root: HTMLElement, query: URLSearchParams): () => void {
  const game = h(
    'select',
    { 'aria-label': words().game },
    h('option', { value: '' }, words().allGames),
  )
  const player = h('input', {
    type: 'search',
    placeholder: words().player,
    'aria-label': words().player,
    value: query.get('player') ?? '',
  })
  const ending = h(
    'select',
    { 'aria-label': words().ending },
    h('option', { value: '' }, words().ending),
    Object.entries(words().endings).map(([value, text]) => h('option', { value }, text)),
  )
  const match = h('input', {
    type: 'number',
    min: 1,
    placeholder: words().matchNumber,
    'aria-label': words().matchNumber,
    value: query.get('match') ?? '',
  })
  const found = h('p', { class: 'facts', role: 'status' })
  const body = h('tbody')
  const earlier = h('button', { onclick: () => turn(-PAGE) }, icon('previous'), words().earlier)
  const later = h('button', { onclick: () => turn(PAGE) }, words().later, icon('next'))
  let offset = 0
  let question = 0

  const search = async (): Promise<void> => {
    const mine = ++question
    const told = await ask('GET /api/stored', {
      match: match.value,
      game: game.value,
      player: player.value.trim(),
      ending: ending.value,
      offset,
      count: PAGE,
    })
    if (mine !== question) return
    found.textContent = words().gamesFound(whole(told.total))
    refill(body, told.games.map(row))
    earlier.disabled = offset === 0
    later.disabled = offset + PAGE >= told.total
  }
  const again = (): void => {
    offset = 0
    search().catch(wrong)
  }
  const turn = (by: number): void => {
    offset = Math.max(0, offset + by)
    search().catch(wrong)
  }
  for (const field of [player, ending, match, game]) field.addEventListener('input', again)
  library()
    .then(all =>
      game.append(...all.games.map(info => h('option', { value: info.game }, titleOf(info)))),
    )
    .catch(wrong)
  again()
  refill(
    root,
    h(
      'div',
      { class: 'home' },
      h(
        'div',
        { class: 'home-head' },
        h('h1', {}, words().storedGames),
        h('a', { class: 'button', href: link('watch') }, words().matches),
      ),
      h(
        'form',
        { class: 'fields', role: 'search', onsubmit: (event: Event) => event.preventDefault() },
        game,
        player,
        ending,
        match,
      ),
      found,
      h(
        'div',
        { class: 'scroll' },
        h(
          'table',
          { class: 'results stored' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              words().storedHeads.map(text => h('th', { scope: 'col' }, text)),
            ),
          ),
          body,
        ),
      ),
      h('div', { class: 'actions' }, earlier, later),
    ),
  )
  return () => {
    question++
  }
}
