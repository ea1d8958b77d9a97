/* boardpanel.ts -- the board of the game (or its diagram, where there is no grid), the moves that
 * are not made on it, dice and cards, and what is to be said over it. */
import type { Board as BoardState, Choice, GameState, Grid, MoveValue, Thinking } from '../api'
import { Board, type CellNote } from '../board/board'
import { h, refill } from '../ui/dom'
import { valued } from '../ui/format'
import { titleOf } from '../ui/library'
import { words } from '../words/words'
import { chanceStrip } from './chance'
import { hintsShown, type Game } from './game'

/** A value for each cell: of the move there, or the best of those that begin there. */
function notesOf({ moves, line }: Thinking): Map<number, CellNote> {
  const notes = new Map<number, CellNote>()
  const chosen = moves.find(move => move.move === line[0])
  const most = Math.max(...moves.map(move => move.visits ?? 0))
  const best = (move: MoveValue): boolean =>
    move === chosen ||
    (move.visits === null && move.kind !== 'bound' && move.value === chosen?.value)
  for (const move of [...moves].sort((a, b) => a.value - b.value)) {
    const cell = move.cells[0]
    if (cell === undefined) continue
    const faint = move.visits !== null && move.visits < most / 10 // a mean of few games
    notes.set(cell, {
      text: valued(move, 1),
      kind: faint ? `${move.kind} faint` : move.kind,
      best: best(move),
    })
  }
  return notes
}

export class BoardPanel {
  readonly element = h('div', { class: 'board-panel' })
  private board: Board | null = null
  private grid = ''
  private drawnPly = -1
  private readonly place = h('div', { class: 'board-place' })
  private readonly chance = h('div', { class: 'chance' })
  /** Stands below a diagram, but beside a board, which keeps its size when a pass comes up. */
  readonly extra = h('div', { class: 'extra-moves', role: 'group' })

  constructor(private readonly game: Game) {
    this.element.append(this.place, this.chance)
    if (!game.state.game.grid) this.element.append(this.extra)
    game.watch(() => this.update())
    this.update()
  }

  flip(): void {
    this.board?.flip()
  }

  focus(): void {
    this.board?.focus()
  }

  private update(): void {
    const { game } = this
    const board = game.preview ?? game.board
    const { grid } = game.state.game
    const choices = game.live && !game.preview ? game.state.legal : []
    if (grid && board.cells !== null) this.showBoard(grid, board, choices)
    else this.showText(board)
    refill(this.chance, chanceStrip(game.state, board, game.shown))
    this.showExtra(choices)
  }

  private showBoard(grid: Grid, state: BoardState, choices: Choice[]): void {
    const { game } = this
    if (!this.board || this.grid !== JSON.stringify(grid)) {
      this.grid = JSON.stringify(grid)
      this.board = new Board(
        game.state.game.game,
        grid,
        words().boardOf(titleOf(game.state.game)),
        move => game.move(move),
      )
      refill(this.place, this.board.element)
    }
    const thinking = hintsShown() && !game.preview ? this.valuesOf() : null
    this.board.show({
      cells: [...(state.cells ?? '')],
      moves: choices.filter(choice => choice.cells.length > 0),
      last: state.last,
      notes: thinking ? notesOf(thinking) : new Map(),
      hint: game.preview
        ? undefined
        : (game.better?.cells ?? (game.live ? game.state.hint?.cells : undefined)),
      animate: Math.abs(state.ply - this.drawnPly) <= 2,
    })
    this.drawnPly = state.ply
    this.board.element.classList.toggle('preview', game.preview !== null)
  }

  private valuesOf(): Thinking | null {
    const { thinking, shown } = this.game
    return thinking && thinking.ply === shown && thinking.moves.length > 1 ? thinking : null
  }

  private showText(board: BoardState): void {
    this.board = null
    this.grid = ''
    const text = board.text.replace(/\s+$/, '')
    if (this.place.firstElementChild?.textContent === text) return
    refill(
      this.place,
      h(
        'pre',
        {
          class: 'diagram',
          tabindex: '0',
          'aria-label': words().boardOf(titleOf(this.game.state.game)),
        },
        text,
      ),
    )
  }

  /** Moves that are not made on the board: pass, roll, hold, the words of a card game. */
  private showExtra(choices: Choice[]): void {
    const values = hintsShown() ? this.valuesOf()?.moves : undefined
    const words_ = choices.filter(choice => choice.cells.length === 0)
    const hint = this.game.state.hint
    this.extra.setAttribute('aria-label', words().moves)
    if (!changedButtons(this.extra, words_, values, hint)) return
    refill(
      this.extra,
      words_.map(choice => {
        const value = values?.find(one => one.move === choice.move)
        return h(
          'button',
          {
            class: choice.move === hint?.move && hint.cells.length === 0 ? 'move hinted' : 'move',
            'data-move': choice.move,
            onclick: () => this.game.move(choice),
          },
          choice.move,
          value && h('small', { class: `value ${value.kind}` }, valued(value)),
        )
      }),
    )
  }
}

/** Buttons are drawn anew only when they differ, so that they keep the focus. */
function changedButtons(
  place: HTMLElement,
  choices: Choice[],
  values: MoveValue[] | undefined,
  hint: GameState['hint'],
): boolean {
  const now = JSON.stringify([choices, values?.map(valued), hint])
  if (place.dataset['drawn'] === now) return false
  place.dataset['drawn'] = now
  return true
}
