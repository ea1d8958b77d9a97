/* runs.ts -- all runs of training, those under way first. */
import type { RunSummary } from '../api'
import { listen } from '../live/live'
import { h, refill } from '../ui/dom'
import { signed, whole } from '../ui/format'
import { icon } from '../ui/icons'
import { link } from '../ui/router'
import { gameTitle } from '../watch/titles'
import { words } from '../words/words'
import { openNewRun } from './newrun'

export const moves = (run: Pick<RunSummary, 'state'>): boolean =>
  /running|elsewhere|pausing/.test(run.state)

function row(run: RunSummary): HTMLElement {
  const done = Math.min(run.rounds, run.generation - 1)
  return h(
    'li',
    {},
    h(
      'a',
      { href: link('train', run.name) },
      h('strong', {}, gameTitle(run.game), run.options && h('small', {}, ` ${run.options}`)),
      h('span', { class: 'names' }, run.name),
      h('progress', { max: run.rounds, value: Math.max(0, done), 'aria-label': words().rounds }),
      h(
        'small',
        {},
        `${moves(run) ? '▶' : run.state === 'finished' ? '✓' : '❚❚'} ${words().runStates[run.state]} · `,
        `${words().generationOf(Math.min(run.generation, run.rounds), run.rounds)} · Elo ${signed(run.elo, 0)} · `,
        words().gamesFound(whole(run.games)),
      ),
    ),
  )
}

export function openRuns(root: HTMLElement): () => void {
  const list = h('ul', { class: 'recent' })
  const none = h('p', { class: 'waiting', hidden: true }, words().noRuns)
  refill(
    root,
    h(
      'div',
      { class: 'home' },
      h(
        'div',
        { class: 'home-head' },
        h('h1', {}, words().runs),
        h(
          'div',
          { class: 'actions' },
          h('button', { class: 'primary', onclick: openNewRun }, icon('plus'), words().newRun),
        ),
      ),
      none,
      list,
    ),
  )
  return listen('runs', {
    runs: told => {
      none.hidden = told.runs.length > 0
      refill(list, [...told.runs].sort((a, b) => Number(moves(b)) - Number(moves(a))).map(row))
    },
  })
}
