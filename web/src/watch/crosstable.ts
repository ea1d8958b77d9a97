/* crosstable.ts -- the results of a match as tables: who stands where, and who did what to whom. */
import type { Encounter, MatchState } from '../api'
import { playerName } from '../play/seats'
import { h } from '../ui/dom'
import { whole } from '../ui/format'
import { words } from '../words/words'

const elo = (value: number | null, error: number | null): string =>
  value === null
    ? '–'
    : `${value >= 0 ? '+' : '−'}${Math.abs(Math.round(value))}${error === null ? '' : ` ± ${Math.round(error)}`}`

const points = (value: number): string =>
  Number.isInteger(value) ? whole(value) : value.toFixed(1)

export function standings(match: MatchState): HTMLElement {
  const { heads } = words()
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: 'results' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          [
            words().player,
            heads.points,
            heads.games,
            heads.wins,
            heads.draws,
            heads.losses,
            'Elo',
          ].map(text => h('th', { scope: 'col' }, text)),
        ),
      ),
      h(
        'tbody',
        {},
        match.table.map(row =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, playerName(match.players[row.player] ?? '')),
            [points(row.points), row.games, row.wins, row.draws, row.losses].map(value =>
              h('td', {}, value),
            ),
            h('td', {}, elo(row.elo, row.error)),
          ),
        ),
      ),
    ),
  )
}

/** The encounter of `a` with `b`, seen by `a`. */
function encounter(match: MatchState, a: number, b: number): Encounter | null {
  for (const one of match.cross) {
    if (one.a === a && one.b === b) return one
    if (one.a === b && one.b === a)
      return {
        a,
        b,
        wins: one.losses,
        draws: one.draws,
        losses: one.wins,
        elo: one.elo === null ? null : -one.elo,
        low: one.high === null ? null : -one.high,
        high: one.low === null ? null : -one.low,
      }
  }
  return null
}

function cell(match: MatchState, a: number, b: number): HTMLElement {
  const one = a === b ? null : encounter(match, a, b)
  if (!one) return h('td', { class: 'none' }, a === b ? '■' : '')
  const score = one.wins + one.draws / 2
  const interval =
    one.elo === null
      ? ''
      : `Elo ${elo(one.elo, null)} (${elo(one.low, null)} … ${elo(one.high, null)})`
  return h(
    'td',
    { title: interval },
    h('strong', {}, points(score)),
    h('small', {}, ` +${one.wins} =${one.draws} −${one.losses}`),
  )
}

export function crossTable(match: MatchState): HTMLElement {
  const order = match.table.map(row => row.player)
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: 'results cross' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td'),
          order.map((_, i) => h('th', { scope: 'col' }, i + 1)),
        ),
      ),
      h(
        'tbody',
        {},
        order.map((a, i) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, `${i + 1}. ${playerName(match.players[a] ?? '')}`),
            order.map(b => cell(match, a, b)),
          ),
        ),
      ),
    ),
  )
}
