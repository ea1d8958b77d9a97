/* picking.ts -- from clicks to a move. A move is a list of cells to click; no two moves have the
 * same list and none begins with another's, so the clicks so far always say what may follow. */
import type { Choice } from '../api'

const beginsWith = (move: Choice, clicked: readonly number[]): boolean =>
  clicked.every((cell, i) => move.cells[i] === cell)

/** The moves that are still possible after these clicks. */
export function possible(moves: readonly Choice[], clicked: readonly number[]): Choice[] {
  return moves.filter(move => move.cells.length > clicked.length && beginsWith(move, clicked))
}

/** The cells that may be clicked next. */
export function nextCells(moves: readonly Choice[], clicked: readonly number[]): Set<number> {
  return new Set(possible(moves, clicked).map(move => move.cells[clicked.length] as number))
}

export interface Picked {
  clicked: number[] // so far
  move: Choice | null // complete
}

/** One more click. A cell that cannot follow begins a new move, or takes the choice back. */
export function pick(moves: readonly Choice[], clicked: readonly number[], cell: number): Picked {
  const onward = [...clicked, cell]
  const complete = moves.find(
    move => move.cells.length === onward.length && beginsWith(move, onward),
  )
  if (complete) return { clicked: [], move: complete }
  if (possible(moves, onward).length > 0) return { clicked: onward, move: null }
  if (clicked.length > 0 && clicked[clicked.length - 1] !== cell) return pick(moves, [], cell)
  return { clicked: [], move: null }
}
