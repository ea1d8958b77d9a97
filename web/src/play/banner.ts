/* banner.ts -- what is to be said above the moves: the end of the game, the offer to take a blunder
 * back, that an older position is looked at, why the computer could not move. */
import { h, refill, type Child } from '../ui/dom'
import { percent } from '../ui/format'
import { icon } from '../ui/icons'
import { told, words } from '../words/words'
import type { Game } from './game'
import { mistakeText } from './movelist'
import { resultText } from './seats'

function contentOf(game: Game): { kind: string; content: Child[] } | null {
  const { state } = game
  if (game.closed) return { kind: 'wrong', content: [words().gameClosed] }
  if (state.error) return { kind: 'wrong', content: [icon('warning'), told(state.error)] }
  if (!game.live)
    return {
      kind: 'past',
      content: [
        game.better
          ? words().betterMove(game.better.move)
          : words().lookingAt(game.shown, state.history.length),
        h(
          'button',
          { class: 'primary', onclick: () => void game.command('goto', { ply: game.shown }) },
          icon('branch'),
          words().playFromHere,
        ),
        h('button', { onclick: () => void game.look(state.board.ply) }, words().backToGame),
      ],
    }
  if (state.offer)
    return {
      kind: 'offer',
      content: [
        icon('warning'),
        h(
          'span',
          {},
          words().blunder(state.offer.move, percent(state.offer.loss)),
          ' ',
          mistakeText(state.offer),
        ),
        h(
          'button',
          { class: 'primary', onclick: () => void game.command('takeback', {}) },
          words().takeItBack,
        ),
        h('button', { onclick: () => void game.command('keep', {}) }, words().keepIt),
      ],
    }
  if (state.result)
    return {
      kind: 'result',
      content: [
        h('strong', {}, resultText(state)),
        h(
          'button',
          { class: 'primary', onclick: () => void game.command('restart', {}) },
          words().again,
        ),
      ],
    }
  if (state.paused)
    return {
      kind: 'past',
      content: [
        words().paused,
        h(
          'button',
          { class: 'primary', onclick: () => void game.command('pause', { on: false }) },
          words().goOn,
        ),
      ],
    }
  if (state.hint) return { kind: 'note', content: [icon('hint'), words().hintIs(state.hint.move)] }
  return null
}

export function banner(game: Game): HTMLElement {
  const element = h('div', { class: 'banner', role: 'status' })
  let drawn = ''
  const update = (): void => {
    const { state } = game
    const now = JSON.stringify([
      game.closed,
      state.error,
      game.shown,
      game.live,
      state.history.length,
      game.better,
      state.offer,
      state.result,
      state.paused,
      state.hint,
    ])
    if (now === drawn) return
    drawn = now
    const said = contentOf(game)
    element.hidden = said === null
    element.className = `banner ${said?.kind ?? ''}`
    refill(element, ...(said?.content ?? []))
  }
  game.watch(update)
  update()
  return element
}
