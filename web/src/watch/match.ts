/* match.ts -- one match, live: how far it is, the table, who did what against whom, Elo over time,
 * and the boards that are being played on. */
import type { MatchBoard, MatchState } from '../api'
import { ask } from '../ask'
import { listen } from '../live/live'
import { playerName } from '../play/seats'
import { h, refill } from '../ui/dom'
import { clockTime, whole } from '../ui/format'
import { icon } from '../ui/icons'
import { titleOf } from '../ui/library'
import { link } from '../ui/router'
import { wrong } from '../ui/toast'
import { told, words } from '../words/words'
import { Boards } from './boards'
import { crossTable, standings } from './crosstable'
import { EloChart } from './elochart'
import { stateText } from './matches'

function aboutOf(match: MatchState): (HTMLElement | string | false | null)[] {
  const facts = [
    stateText(match),
    match.total > 0
      ? words().playedOf(whole(match.played), whole(match.total))
      : words().gamesOf(match.played),
    match.running && match.left !== null ? words().timeLeft(clockTime(match.left)) : '',
    words().matchKinds[match.kind as keyof ReturnType<typeof words>['matchKinds']] ?? match.kind,
  ]
  return [
    h('h1', {}, titleOf(match.game), match.options && h('small', {}, ` ${match.options}`)),
    h('p', { class: 'names' }, match.players.map(playerName).join(' – ')),
    match.total > 0 &&
      h('progress', { max: match.total, value: match.played, 'aria-label': words().gamesPlayed }),
    h('p', { class: 'facts' }, facts.filter(Boolean).join(' · ')),
    match.verdict && h('p', {}, match.verdict),
    match.error && h('p', { class: 'problem' }, told(match.error)),
  ]
}

function actionsOf(match: MatchState, toggle: () => void): (HTMLElement | false)[] {
  return [
    h('a', { class: 'button', href: link('watch') }, words().matches),
    h(
      'a',
      { class: 'button', href: `${link('watch', 'store')}?match=${match.id}` },
      icon('search'),
      words().storedGames,
    ),
    match.finished === null &&
      h(
        'button',
        { class: 'primary', onclick: toggle },
        icon(match.running ? 'pause' : 'play'),
        match.running ? words().pause : words().goOn,
      ),
  ]
}

export function openMatch(root: HTMLElement, id: string): () => void {
  const about = h('div')
  const actions = h('div', { class: 'actions' })
  const table = h('section', { class: 'card', 'aria-label': words().standings })
  const cross = h('section', { class: 'card', 'aria-label': words().crossTable })
  const elo = new EloChart()
  const boards = new Boards()
  let known: MatchState | null = null
  let drawn = ''

  const toggle = (): void => {
    if (!known) return
    const call = known.running ? 'POST /api/matches/{id}/pause' : 'POST /api/matches/{id}/resume'
    ask(call, { id }, {}).then(take).catch(wrong)
  }
  const take = (match: MatchState): void => {
    // An answer may come after what the stream has told since: what is older does not count.
    if (known && (match.played < known.played || (known.finished && !match.finished))) return
    known = match
    // Buttons stay while the numbers change: a click or the focus would be lost with them.
    const focused = actions.contains(document.activeElement) ? document.activeElement : null
    const state = `${match.running} ${match.finished}`
    refill(about, aboutOf(match))
    if (state !== drawn) {
      drawn = state
      refill(actions, actionsOf(match, toggle))
      if (focused) actions.querySelector<HTMLElement>('button.primary')?.focus()
    }
    refill(table, h('h2', {}, words().standings), standings(match))
    refill(cross, h('h2', {}, words().crossTable), crossTable(match))
    elo.show(match)
    boards.take(match.game, match.boards, match.running)
  }
  const takeBoard = (board: MatchBoard): void => {
    if (known && String(board.match) === id) boards.one(known.game, board)
  }
  refill(
    root,
    h(
      'div',
      { class: 'match' },
      h('div', { class: 'match-head' }, about, actions),
      h('div', { class: 'match-tables' }, table, cross),
      h(
        'section',
        { class: 'card', 'aria-label': words().eloOverTime },
        h('h2', {}, words().eloOverTime),
        elo.element,
      ),
      boards.element,
    ),
  )
  ask('GET /api/matches/{id}', { id }).then(take, (reason: unknown) =>
    refill(
      root,
      h('p', { class: 'problem', role: 'alert' }, (reason as Error).message),
      h('a', { class: 'button', href: link('watch') }, words().matches),
    ),
  )
  const stop = listen(`match:${id}`, { match: take, board: takeBoard })
  return () => {
    stop()
    elo.remove()
  }
}
