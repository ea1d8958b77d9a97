/* graph.ts -- the evaluation of the whole game: the expected score of the first player after every
 * move. A point's shape tells its kind (a square is exact, a triangle a bound, a circle an
 * estimate); pointing at it tells which search made it and how deep; a click looks at it. */
import type { Mistake, Point } from '../api'
import { h, refill, s } from '../ui/dom'
import { percent, short, valued } from '../ui/format'
import { words } from '../words/words'
import { type Game } from './game'

const WIDTH = 320
const HEIGHT = 96
const PAD = 6

/** The best that is known of each position: exact before bound before estimate, then the deeper. */
export function bestPoints(points: Point[]): Point[] {
  const rank = { exact: 2, bound: 1, estimate: 0 }
  const best = new Map<number, Point>()
  for (const point of points) {
    const other = best.get(point.ply)
    if (
      !other ||
      rank[point.kind] > rank[other.kind] ||
      (rank[point.kind] === rank[other.kind] && point.nodes >= other.nodes)
    )
      best.set(point.ply, point)
  }
  return [...best.values()].sort((a, b) => a.ply - b.ply)
}

const SHAPE = {
  exact: 'M-3.200-3.200h6.400v6.400h-6.400z',
  bound: 'M0-4 4 3.500H-4z',
  estimate: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
}

function pointText(point: Point, move: string | null | undefined): string {
  return [
    point.ply > 0 ? words().afterMove(point.ply, move ?? '?') : words().atStart,
    `${valued(point)} (${percent(point.score)})`,
    words().kinds[point.kind],
    words().methods[point.by] ?? point.by,
    point.depth > 0 ? words().depth(point.depth) : '',
    words().nodes(short(point.nodes)),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function gameGraph(game: Game): HTMLElement {
  const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' })
  const text = h('p', { class: 'graph-text' })
  let drawn = ''
  const x = (ply: number): number =>
    PAD + (ply / Math.max(1, game.state.history.length)) * (WIDTH - 2 * PAD)
  const y = (score: number): number => PAD + (1 - score) * (HEIGHT - 2 * PAD)
  const ply = (event: PointerEvent): number => {
    const box = svg.getBoundingClientRect()
    const at = ((event.clientX - box.left) / box.width) * WIDTH
    return Math.round(((at - PAD) / (WIDTH - 2 * PAD)) * game.state.history.length)
  }
  const tell = (at: number): void => {
    const point = bestPoints(game.state.points).find(one => one.ply === at)
    text.textContent = point ? pointText(point, game.state.history[at - 1]?.move) : ''
  }
  svg.addEventListener('pointermove', event => tell(ply(event)))
  svg.addEventListener('pointerleave', () => tell(game.shown))
  svg.addEventListener('click', event => void game.look(ply(event)))

  const update = (): void => {
    const points = bestPoints(game.state.points)
    const now = JSON.stringify([points, game.shown, game.state.history.length, game.state.mistakes])
    if (now === drawn) return
    drawn = now
    const line = points.map(point => `${x(point.ply).toFixed(1)} ${y(point.score).toFixed(1)}`)
    const first = points[0]
    const last = points[points.length - 1]
    svg.setAttribute('aria-label', words().graphOf(points.length))
    refill(
      svg,
      s('rect', { class: 'ground', width: WIDTH, height: HEIGHT, rx: 4 }),
      first &&
        last &&
        s('path', {
          class: 'area',
          d: `M${x(first.ply)} ${HEIGHT}L${line.join('L')}L${x(last.ply)} ${HEIGHT}z`,
        }),
      s('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      s('path', { class: 'now', d: `M${x(game.shown)} 0V${HEIGHT}` }),
      line.length > 1 && s('path', { class: 'curve', d: `M${line.join('L')}` }),
      game.state.mistakes.map(mistake =>
        s('path', { class: 'fault', d: `M${x(mistake.ply + 1)} ${HEIGHT - 1}l-4-6h8z` }),
      ),
      points.length <= 80 &&
        points.map(point =>
          s(
            'path',
            {
              class: `point ${point.kind}`,
              d: SHAPE[point.kind],
              transform: `translate(${x(point.ply).toFixed(1)} ${y(point.score).toFixed(1)})`,
            },
            s('title', {}, pointText(point, game.state.history[point.ply - 1]?.move)),
          ),
        ),
    )
    tell(game.shown)
  }
  game.watch(update)
  update()
  return h('section', { class: 'graph', 'aria-label': words().graph }, svg, text)
}

/** The next mistake after what is looked at, or with -1 the one before it. */
export function mistakeFrom(game: Game, direction: 1 | -1): Mistake | undefined {
  const sorted = [...game.state.mistakes].sort((a, b) => direction * (a.ply - b.ply))
  return sorted.find(mistake => direction * (mistake.ply - game.shown) > 0)
}
