/* boards.ts -- the boards of the games that are being played. */
import type { GameInfo, MatchBoard } from '../api'
import { Board } from '../board/board'
import { playerName } from '../play/seats'
import { h, refill } from '../ui/dom'
import { signed } from '../ui/format'
import { titleOf } from '../ui/library'
import { words } from '../words/words'

const CALM = 500 // milliseconds between moves that leave time for one to be seen moving

interface Shown {
  element: HTMLElement
  show: (board: MatchBoard) => void
}

function shownBoard(info: GameInfo): Shown {
  const names = h('p', { class: 'names' })
  const place = h('div', { class: 'board-place' })
  const values = h('p', { class: 'facts' })
  const { grid } = info
  let shownAt = 0
  const board = grid ? new Board(info.game, grid, words().boardOf(titleOf(info))) : null
  if (board) place.append(board.element)
  return {
    element: h('div', { class: 'live-board card' }, names, place, values),
    show(told) {
      const slow = performance.now() - shownAt > CALM
      shownAt = performance.now()
      names.textContent = `${told.number}. ${told.seats.map(playerName).join(' – ')}`
      values.textContent = [
        words().movesPlayed(told.plies),
        told.values.some(value => value !== null) &&
          told.values.map(value => (value === null ? '·' : signed(value))).join(' / '),
        told.over ? words().over : '',
      ]
        .filter(Boolean)
        .join(' · ')
      if (board && told.board.cells !== null)
        board.show({
          cells: [...told.board.cells],
          moves: [],
          last: told.board.last,
          animate: slow,
        })
      else refill(place, h('pre', { class: 'diagram' }, told.board.text))
    },
  }
}

/** One place for each game that runs at a time; a new game takes the place of one that is over. */
export class Boards {
  readonly element = h('section', { class: 'live-boards', 'aria-label': words().boards })
  private readonly places: { shown: Shown; number: number; over: boolean }[] = []

  take(info: GameInfo, boards: MatchBoard[], running: boolean): void {
    // A game that is no longer told of is over; what has no game any more goes.
    for (const place of this.places)
      if (!boards.some(board => board.number === place.number)) place.over = true
    for (const board of boards) this.one(info, board)
    while (this.places.length > Math.max(boards.length, running ? 0 : 1)) {
      const stale = this.places.findIndex(place => place.over)
      if (stale < 0) break
      this.places.splice(stale, 1)[0]?.shown.element.remove()
    }
    this.element.hidden = this.places.length === 0 && !running
  }

  one(info: GameInfo, board: MatchBoard): void {
    let place = this.places.find(one => one.number === board.number)
    place ??= this.places.find(one => one.over)
    if (!place) {
      if (board.over) return
      place = { shown: shownBoard(info), number: board.number, over: false }
      this.places.push(place)
      this.element.append(place.shown.element)
    }
    place.number = board.number
    place.over = board.over
    place.shown.show(board)
    this.element.hidden = false
  }
}
