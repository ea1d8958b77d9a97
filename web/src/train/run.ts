/* run.ts -- one run, live: how far it is, its losses, the Elo and the mistakes of its generations.
 * Each of these can be played against. */
import type { Generation, RunState } from '../api'
import { ask } from '../ask'
import { listen } from '../live/live'
import { begin } from '../play/newgame'
import { announce } from '../ui/announce'
import { h, refill, type Child } from '../ui/dom'
import { clockTime, percent, signed, whole } from '../ui/format'
import { icon } from '../ui/icons'
import { useKeys } from '../ui/keys'
import type { Data } from '../ui/plot'
import { link } from '../ui/router'
import { wrong } from '../ui/toast'
import { gameTitle } from '../watch/titles'
import { told, words } from '../words/words'
import { Chart, type Curve } from './chart'
import { moves } from './runs'

const loss = (value: number | null): string => (value === null ? '–' : value.toFixed(3))
const part = (value: number | null): string => (value === null ? '–' : percent(value))

/** What it is doing, in words. */
function doing({ progress }: RunState): string {
  if (!progress) return words().preparing
  const { phase, games, wanted, step, steps, score } = progress
  const [done, all] = phase === 'training' ? [step, steps] : [games, wanted]
  return [
    words().phases[phase],
    all > 0 && `${whole(done)} / ${whole(all)}`,
    phase === 'gating' && score !== null && percent(score),
  ]
    .filter(Boolean)
    .join(' ')
}

function fact(name: string, value: string): HTMLElement {
  return h('div', {}, h('dt', {}, name), h('dd', {}, value))
}

function headOf(run: RunState): HTMLElement {
  const positions = run.progress?.positions || run.generations.at(-1)?.positions || 0
  return h(
    'div',
    { class: 'match-head' },
    h('h1', {}, gameTitle(run.game), h('small', {}, ` ${run.options} ${run.name}`)),
    h(
      'p',
      { class: 'facts' },
      moves(run) && h('span', { class: 'spinner' }),
      ` ${words().runStates[run.state]}`,
      run.state === 'finished' ? '' : ` · ${doing(run)}`,
    ),
    h('progress', {
      max: run.rounds,
      value: Math.max(0, Math.min(run.rounds, run.generation - 1)),
      'aria-label': words().rounds,
    }),
    run.error && h('p', { class: 'problem' }, told(run.error)),
    h(
      'dl',
      { class: 'stats card' },
      fact(words().generation, `${Math.min(run.generation, run.rounds)} / ${run.rounds}`),
      fact(words().champion, `${run.champion} ★`),
      fact('Elo', signed(run.elo, 0)),
      fact(words().heads.games, whole(run.games)),
      fact(words().positions, whole(positions)),
      fact(words().leftOver, run.left === null ? '–' : clockTime(run.left)),
      fact(words().net, run.net.replace('x', ' × ')),
    ),
    h('p', { class: 'hint-text' }, `${run.search} · ${words().gate}: ${run.gate}`),
  )
}

function actionsOf(run: RunState, toggle: () => void): Child[] {
  const active = moves(run)
  const more = run.state === 'finished'
  return [
    h('a', { class: 'button', href: link('train') }, words().runs),
    run.state !== 'elsewhere' &&
      h(
        'button',
        { class: 'primary', onclick: toggle, disabled: run.state === 'pausing' },
        icon(active ? 'pause' : more ? 'plus' : 'play'),
        active ? words().pause : more ? words().moreRounds(10) : words().goOn,
      ),
  ]
}

/** What is to be said of a generation at one of its points. */
const tell = (one: Generation, i: number): string =>
  [
    `${words().generation} ${i}${one.better ? ' ★' : ''}`,
    `Elo ${signed(one.elo, 0)}`,
    one.score !== null && `${words().match} ${percent(one.score)} (${one.played})`,
    one.mistakes !== null && `${words().mistakes} ${percent(one.mistakes)}`,
    one.ladder !== null &&
      `${words().ladder} ${signed(one.ladder, 0)} ± ${whole(one.ladderError ?? 0)}`,
    words().playIt,
  ]
    .filter(Boolean)
    .join(' · ')

/** x, and for each curve a number of every generation; at the end, where the training has got to. */
function dataOf(run: RunState, ...curves: ((one: Generation) => number | null)[]): Data {
  return [run.generations.map((_, i) => i), ...curves.map(of => run.generations.map(of))]
}

function lossesOf(run: RunState): Data {
  const data = dataOf(
    run,
    one => one.policy,
    one => one.value,
  ) as (number | null)[][]
  const { progress } = run
  if (progress?.phase === 'training' && progress.generation === run.generation)
    [run.generation - 1 + progress.step / progress.steps, progress.policy, progress.value].forEach(
      (value, i) => data[i]?.push(value),
    )
  return data as Data
}

function table(run: RunState, play: (generation: number) => void): HTMLElement {
  const heads = words().runHeads
  return h(
    'table',
    { class: 'results' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map(text => h('th', { scope: 'col' }, text)),
      ),
    ),
    h(
      'tbody',
      {},
      run.generations
        .map((one, i) =>
          h(
            'tr',
            { 'data-generation': i },
            h('th', { scope: 'row' }, `${i}${one.better ? ' ★' : ''}`),
            h(
              'td',
              {},
              h(
                'button',
                {
                  'aria-label': `${words().playIt}: ${words().generation} ${i}`,
                  onclick: () => play(i),
                },
                icon('play'),
                words().play,
              ),
            ),
            h('td', {}, whole(one.positions)),
            h('td', {}, loss(one.policy)),
            h('td', {}, loss(one.value)),
            h('td', {}, part(one.score)),
            h('td', {}, signed(one.elo, 0)),
            h('td', {}, part(one.mistakes)),
          ),
        )
        .reverse(),
    ),
  )
}

export function openRun(root: HTMLElement, name: string): () => void {
  const head = h('div')
  const actions = h('div', { class: 'actions' })
  const list = h('div', { class: 'scroll generations' })
  let known: RunState | null = null
  let rows = -1
  const play = (generation: number): void => {
    if (known?.generations[generation])
      begin({
        game: known.game,
        options: known.options,
        seats: ['human', `alphazero:net=${name}@${generation},sims=200`],
      }).catch(wrong)
  }
  const about = (generation: number): string => {
    const one = known?.generations[generation]
    return one ? tell(one, generation) : ''
  }
  const chart = (title: string, values: (value: number) => string, ...curves: Curve[]): Chart =>
    new Chart(title, curves, values, about, play)
  const short = (value: number): string => String(Number(value.toPrecision(3)))
  const losses = chart(
    words().losses,
    short,
    { name: words().policy, colour: '--accent' },
    { name: words().value, colour: '--warn', dash: [7, 4] },
  )
  const elo = chart(
    'Elo',
    whole,
    { colour: '--line' },
    { name: words().champion, colour: '--accent', points: 'filled' },
    { colour: '--accent', points: 'hollow' },
  )
  const mistakes = chart(
    words().mistakesBySolver,
    percent,
    { name: words().withSearch, colour: '--accent' },
    { name: words().netAlone, colour: '--warn', dash: [7, 4] },
  )
  const ladder = chart(words().ladder, whole, { colour: '--accent' })
  const heads = chart(
    words().headLosses,
    short,
    { name: words().scoreHead, colour: '--accent' },
    { name: words().ownerHead, colour: '--warn', dash: [7, 4] },
  )
  const charts = [losses, elo, mistakes, ladder, heads]
  /** Shown only where some generation has a number for it. */
  const perhaps = (
    chart: Chart,
    run: RunState,
    ...curves: ((one: Generation) => number | null)[]
  ): void => {
    chart.element.hidden = run.generations.every(one => curves.every(of => of(one) === null))
    chart.show(dataOf(run, ...curves))
  }
  for (const chart of [mistakes, ladder, heads]) chart.element.hidden = true

  const toggle = (): void => {
    if (!known) return
    const done = moves(known)
      ? ask('POST /api/runs/{id}/pause', { id: name }, {})
      : ask(
          'POST /api/runs/{id}/resume',
          { id: name },
          known.state === 'finished' ? { rounds: known.rounds + 10 } : {},
        )
    done.then(take).catch(wrong)
  }
  const take = (run: RunState): void => {
    if (known?.state !== run.state) {
      // Only now: a button that is drawn anew while it is pressed does not hear the click.
      const focused = actions.contains(document.activeElement)
      refill(actions, actionsOf(run, toggle))
      if (focused) actions.querySelector('button')?.focus()
      announce(words().runStates[run.state])
    }
    known = run
    refill(head, headOf(run))
    losses.show(lossesOf(run))
    elo.show(
      dataOf(
        run,
        one => one.elo,
        one => (one.better ? one.elo : null),
        one => (one.better ? null : one.elo),
      ),
    )
    perhaps(
      mistakes,
      run,
      one => one.mistakes,
      one => one.alone,
    )
    perhaps(ladder, run, one => one.ladder)
    perhaps(
      heads,
      run,
      one => one.scoreLoss,
      one => one.ownerLoss,
    )
    if (rows !== run.generations.length) {
      const at = list.contains(document.activeElement)
        ? document.activeElement?.closest<HTMLElement>('tr')?.dataset['generation']
        : undefined
      rows = run.generations.length
      refill(list, table(run, play))
      if (at) list.querySelector<HTMLElement>(`[data-generation="${at}"] button`)?.focus()
    }
  }
  refill(
    root,
    h(
      'div',
      { class: 'match' },
      head,
      actions,
      h(
        'div',
        { class: 'charts' },
        charts.map(chart => chart.element),
      ),
      h(
        'section',
        { class: 'card', 'aria-label': words().generations },
        h('h2', {}, words().generations),
        h('p', { class: 'hint-text' }, words().playAny),
        list,
      ),
    ),
  )
  ask('GET /api/runs/{id}', { id: name }).then(take, (reason: unknown) =>
    refill(root, h('p', { class: 'waiting' }, reason instanceof Error ? reason.message : '')),
  )
  const stops = [
    listen(`run:${name}`, { run: take }),
    useKeys(() => [{ key: 'p', does: `${words().pause} / ${words().goOn}`, press: toggle }]),
  ]
  return () => {
    stops.forEach(stop => stop())
    charts.forEach(chart => chart.remove())
  }
}
