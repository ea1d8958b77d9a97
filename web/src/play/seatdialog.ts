/* seatdialog.ts -- change who plays, in the middle of the game. */
import { openDialog } from '../ui/dialog'
import { h } from '../ui/dom'
import { library } from '../ui/library'
import { words } from '../words/words'
import type { Game } from './game'
import { seatPicker } from './seatpicker'

export async function openSeats(game: Game): Promise<void> {
  const all = await library()
  const { state } = game
  const pickers = state.seats.map((seat, i) =>
    seatPicker(state.game, all, words().playerNumber(i + 1), seat.player),
  )
  const submit = (event: Event): void => {
    event.preventDefault()
    dialog.close()
    void game.command('seats', { seats: pickers.map(picker => picker.value()) })
  }
  const dialog = openDialog(
    words().whoPlays,
    h(
      'form',
      { onsubmit: submit },
      pickers.map(picker => picker.element),
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'primary', type: 'submit' }, words().change),
      ),
    ),
  )
}
