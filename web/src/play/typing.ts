/* typing.ts -- a move as text, for those who would rather type than click. */
import { h } from '../ui/dom'
import { words } from '../words/words'
import type { Game } from './game'

export function moveField(game: Game): HTMLElement {
  const field = h('input', {
    type: 'text',
    'aria-label': words().typeMove,
    placeholder: words().typeMove,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const form = h('form', { class: 'type-move' }, field)
  form.addEventListener('submit', event => {
    event.preventDefault()
    const move = field.value.trim()
    field.value = ''
    if (move) void game.command('move', { move, ply: game.state.board.ply })
  })
  const update = (): void => {
    field.disabled = game.state.legal.length === 0 || !game.live
  }
  game.watch(update)
  update()
  return form
}
