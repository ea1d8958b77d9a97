/* matches.ts -- all matches, those that run first. */
import type { MatchSummary } from '../api'
import { listen } from '../live/live'
import { playerName } from '../play/seats'
import { h, refill } from '../ui/dom'
import { whole } from '../ui/format'
import { icon } from '../ui/icons'
import { link } from '../ui/router'
import { words } from '../words/words'
import { openNewMatch } from './newmatch'
import { gameTitle } from './titles'

export const stateText = (match: Pick<MatchSummary, 'running' | 'finished'>): string =>
  match.running ? words().running : match.finished ? words().finished : words().stopped

function row(match: MatchSummary): HTMLElement {
  const part = match.total > 0 ? match.played / match.total : 0
  return h(
    'li',
    {},
    h(
      'a',
      { href: link('watch', 'match', String(match.id)) },
      h('strong', {}, gameTitle(match.game), match.options && h('small', {}, ` ${match.options}`)),
      h('span', { class: 'names' }, match.players.map(playerName).join(' – ')),
      h('progress', { max: 1, value: part, 'aria-label': words().gamesPlayed }),
      h(
        'small',
        {},
        `${match.running ? '▶' : match.finished ? '✓' : '❚❚'} ${stateText(match)} · `,
        match.total > 0
          ? words().playedOf(whole(match.played), whole(match.total))
          : words().gamesOf(match.played),
      ),
    ),
  )
}

export function openMatches(root: HTMLElement): () => void {
  const list = h('ul', { class: 'recent' })
  const none = h('p', { class: 'waiting' })
  refill(
    root,
    h(
      'div',
      { class: 'home' },
      h(
        'div',
        { class: 'home-head' },
        h('h1', {}, words().matches),
        h(
          'div',
          { class: 'actions' },
          h(
            'a',
            { class: 'button', href: link('watch', 'store') },
            icon('search'),
            words().storedGames,
          ),
          h('button', { class: 'primary', onclick: openNewMatch }, icon('plus'), words().newMatch),
        ),
      ),
      none,
      list,
    ),
  )
  return listen('matches', {
    matches: told => {
      const sorted = [...told.matches].sort(
        (a, b) => Number(b.running) - Number(a.running) || b.id - a.id,
      )
      none.textContent = sorted.length === 0 ? words().noMatches : ''
      none.hidden = sorted.length > 0
      refill(list, sorted.slice(0, 60).map(row))
    },
  })
}
