/* elochart.ts -- Elo of every player as the match goes on, with its interval of 95 % as a band.
 * Players differ in dashes as well as in colour. */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { MatchState } from '../api'
import { playerName } from '../play/seats'
import { h, refill, s } from '../ui/dom'
import { words } from '../words/words'

const COLOURS = [
  '#1d6b58',
  '#b4501e',
  '#3a63b8',
  '#8a3d8f',
  '#7a6a00',
  '#a32340',
  '#2a7f9e',
  '#5b5b5b',
]
const DARK = [
  '#56b99d',
  '#f0a070',
  '#8fb4ff',
  '#d79be0',
  '#d8c24a',
  '#f08aa0',
  '#7fcbe6',
  '#c0c0c0',
]
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000]
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 5], [16, 4], [3, 6], [1, 5]]

const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name)

/** x, then for each player the value and both ends of its interval. */
function dataOf(match: MatchState): uPlot.AlignedData {
  const columns = match.players.flatMap((_, i) => [
    match.history.map(point => point.elo[i] ?? null),
    match.history.map(point => (point.elo[i] ?? 0) + (point.error[i] ?? 0)),
    match.history.map(point => (point.elo[i] ?? 0) - (point.error[i] ?? 0)),
  ])
  return [match.history.map(point => point.games), ...columns]
}

function optionsOf(match: MatchState, width: number): uPlot.Options {
  const colours = coloursNow()
  const axis = {
    stroke: css('--muted'),
    grid: { stroke: css('--line'), width: 1 },
    ticks: { stroke: css('--line'), width: 1 },
  }
  const colour = (i: number): string => colours[i % colours.length] as string
  return {
    width,
    height: 260,
    scales: { x: { time: false } },
    axes: [
      { ...axis, label: words().gamesPlayed, labelSize: 20, incrs: WHOLE },
      { ...axis, label: 'Elo', labelSize: 20 },
    ],
    series: [
      { label: words().gamesPlayed },
      ...match.players.flatMap((player, i): uPlot.Series[] => [
        {
          label: playerName(player),
          stroke: colour(i),
          width: 2,
          points: { show: false },
          dash: DASHES[i % DASHES.length] as number[],
        },
        { show: true, stroke: 'transparent', points: { show: false } },
        { show: true, stroke: 'transparent', points: { show: false } },
      ]),
    ],
    bands: match.players.map((_, i) => ({
      series: [3 * i + 2, 3 * i + 3],
      fill: `${colour(i)}22`,
    })),
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
  }
}

const coloursNow = (): string[] =>
  document.documentElement.dataset['theme'] === 'dark' ? DARK : COLOURS

function legendEntry(player: string, i: number): HTMLElement {
  const colours = coloursNow()
  const line = s('path', {
    d: 'M0 5H34',
    stroke: colours[i % colours.length],
    'stroke-width': 2.5,
    'stroke-dasharray': DASHES[i % DASHES.length]?.join(' '),
  })
  return h(
    'span',
    {},
    s('svg', { viewBox: '0 0 34 10', 'aria-hidden': 'true' }, line),
    playerName(player),
  )
}

export class EloChart {
  private readonly place = h('div', { class: 'elo', role: 'img' })
  private readonly legend = h('div', { class: 'legend' })
  readonly element = h('div', {}, this.place, this.legend)
  private plot: uPlot | null = null
  private players = ''
  private last: MatchState | null = null
  private readonly redraw = (): void => {
    this.players = ''
    if (this.last) this.show(this.last)
  }
  private readonly observer = new ResizeObserver(() => {
    const width = this.place.clientWidth
    if (this.plot && width > 0 && width !== this.plot.width)
      this.plot.setSize({ width, height: 260 })
  })

  constructor() {
    this.observer.observe(this.place)
    addEventListener('zermelo-theme', this.redraw)
  }

  show(match: MatchState): void {
    this.last = match
    const players = match.players.join('\n')
    this.place.setAttribute('aria-label', words().eloOf(match.played))
    if (match.history.length < 2) return
    if (this.plot && players === this.players) {
      this.plot.setData(dataOf(match))
      return
    }
    this.plot?.destroy()
    this.players = players
    refill(this.legend, match.players.map(legendEntry))
    this.plot = new uPlot(
      optionsOf(match, Math.max(260, this.place.clientWidth)),
      dataOf(match),
      this.place,
    )
  }

  remove(): void {
    this.observer.disconnect()
    removeEventListener('zermelo-theme', this.redraw)
    this.plot?.destroy()
  }
}
