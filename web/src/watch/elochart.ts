/* elochart.ts -- Elo of every player as the match goes on, with its interval of 95 % as a band.
 * Players differ in dashes as well as in colour. */
import type { MatchState } from '../api'
import { playerName } from '../play/seats'
import { h, refill } from '../ui/dom'
import { legendLine, Plot, type Data, type Shape } from '../ui/plot'
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
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 5], [16, 4], [3, 6], [1, 5]]

/** x, then for each player the value and both ends of its interval. */
function dataOf(match: MatchState): Data {
  const columns = match.players.flatMap((_, i) => [
    match.history.map(point => point.elo[i] ?? null),
    match.history.map(point => (point.elo[i] ?? 0) + (point.error[i] ?? 0)),
    match.history.map(point => (point.elo[i] ?? 0) - (point.error[i] ?? 0)),
  ])
  return [match.history.map(point => point.games), ...columns]
}

function shapeOf(match: MatchState): Shape {
  const colours = coloursNow()
  const colour = (i: number): string => colours[i % colours.length] as string
  return {
    x: words().gamesPlayed,
    y: 'Elo',
    series: [
      {},
      ...match.players.flatMap((_, i): Shape['series'] => [
        {
          stroke: colour(i),
          width: 2,
          points: { show: false },
          dash: DASHES[i % DASHES.length] as number[],
        },
        { stroke: 'transparent', points: { show: false } },
        { stroke: 'transparent', points: { show: false } },
      ]),
    ],
    bands: match.players.map((_, i) => ({
      series: [3 * i + 2, 3 * i + 3],
      fill: `${colour(i)}22`,
    })),
  }
}

const coloursNow = (): string[] =>
  document.documentElement.dataset['theme'] === 'dark' ? DARK : COLOURS

export class EloChart {
  private readonly plot = new Plot(() => {
    const colours = coloursNow()
    refill(
      this.legend,
      this.last?.players.map((player, i) =>
        legendLine(
          playerName(player),
          colours[i % colours.length] ?? '',
          DASHES[i % DASHES.length],
        ),
      ),
    )
    return shapeOf(this.last as MatchState)
  })
  private readonly legend = h('div', { class: 'legend' })
  readonly element = h('div', {}, this.plot.element, this.legend)
  private last: MatchState | null = null

  show(match: MatchState): void {
    this.last = match
    this.plot.element.setAttribute('aria-label', words().eloOf(match.played))
    if (match.history.length > 1) this.plot.show(dataOf(match))
  }

  remove(): void {
    this.plot.remove()
  }
}
