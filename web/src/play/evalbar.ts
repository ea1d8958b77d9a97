/* evalbar.ts -- who stands better: a bar of the expected score of the first player, in three parts
 * (win, draw, loss) where they are known, with the number beside it. */
import type { Thinking } from '../api'
import { h, refill } from '../ui/dom'
import { percent, valued } from '../ui/format'
import { words } from '../words/words'
import { hintsShown, type Game } from './game'

function label(thinking: Thinking): string {
  if (thinking.value === null) return thinking.score === null ? '' : percent(thinking.score)
  const value = thinking.player === 1 ? -thinking.value : thinking.value
  const bounds = thinking.player === 1 && thinking.kind === 'bound'
  return bounds ? `≤${valued({ value, kind: 'exact' })}` : valued({ value, kind: thinking.kind })
}

export function evalBar(game: Game): HTMLElement {
  const first = h('div', { class: 'first' })
  const drawn = h('div', { class: 'drawn' })
  const number = h('div', { class: 'number' })
  const bar = h(
    'div',
    { class: 'evalbar', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100 },
    first,
    drawn,
    number,
  )
  const update = (): void => {
    const thinking = game.thinking?.ply === game.shown ? game.thinking : null
    const score = thinking?.score ?? pointAt(game)
    bar.hidden = !hintsShown()
    bar.classList.toggle('unknown', score === null)
    const [win, draw] = thinking?.wdl ?? [score ?? 0.5, 0]
    bar.style.setProperty('--win', String(win ?? 0.5))
    bar.style.setProperty('--draw', String(draw ?? 0))
    const text = thinking ? label(thinking) : score === null ? '' : percent(score)
    refill(number, text)
    bar.setAttribute('aria-valuenow', String(Math.round(100 * (score ?? 0.5))))
    bar.setAttribute('aria-label', words().evaluation)
    bar.setAttribute(
      'aria-valuetext',
      score === null ? words().unknown : `${text}, ${words().firstScores(percent(score))}`,
    )
  }
  game.watch(update)
  update()
  return bar
}

/** What the graph knows of the position that is looked at. */
function pointAt(game: Game): number | null {
  const points = game.state.points.filter(point => point.ply === game.shown)
  return points[points.length - 1]?.score ?? null
}
