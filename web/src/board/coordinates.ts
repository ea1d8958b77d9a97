/* coordinates.ts -- the names of rows, columns and cells, where the game's moves tell them. */
import type { Grid } from '../api'

export interface Coordinates {
  column: (column: number) => string
  row: (row: number) => string
  cell: (cell: number) => string
  /** Moves are named by their column alone: something falls, and any cell of it will do. */
  byColumn: boolean
}

export function coordinatesOf({ rowNames, columnNames, columns }: Grid): Coordinates {
  const row = (i: number): string => rowNames?.[i] ?? ''
  const column = (i: number): string => columnNames?.[i] ?? ''
  const named = rowNames !== null || columnNames !== null
  return {
    row,
    column,
    cell: cell => {
      const [i, j] = [Math.floor(cell / columns), cell % columns]
      return named ? column(j) + row(i) : `${i + 1}, ${j + 1}`
    },
    byColumn: columnNames !== null && rowNames === null,
  }
}
