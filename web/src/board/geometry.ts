/* geometry.ts -- where the cells of a grid lie on the drawing. A cell is UNIT wide. */
import type { Grid } from '../api'

export const UNIT = 40

export interface Point {
  x: number
  y: number
}

export interface Layout {
  grid: Grid
  width: number
  height: number
  /** The middle of a cell as it is drawn, flipped or not. */
  middle: (cell: number) => Point
  /** The cell at a place of the drawing; -1: none. */
  at: (place: Point) => number
}

/** How a flipped board is seen: from the other side, or (where things fall) from behind. */
export type Flip = 'not' | 'turned' | 'mirrored'

const HEX_RADIUS = UNIT / Math.sqrt(3)

function straight(grid: Grid, cell: number): Point {
  const row = Math.floor(cell / grid.columns)
  const column = cell % grid.columns
  if (grid.kind === 'hexes')
    return { x: (column + row / 2 + 0.5) * UNIT, y: (1.5 * row + 1) * HEX_RADIUS }
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT }
}

/** Hexes lie as on a board of Hex: each row half a cell to the right of the row above. */
export function layoutOf(grid: Grid, flip: Flip): Layout {
  const hexes = grid.kind === 'hexes'
  const width = (grid.columns + (hexes ? (grid.rows - 1) / 2 : 0)) * UNIT
  const height = hexes ? (1.5 * grid.rows + 0.5) * HEX_RADIUS : grid.rows * UNIT
  const middle = (cell: number): Point => {
    const { x, y } = straight(grid, cell)
    return { x: flip === 'not' ? x : width - x, y: flip === 'turned' ? height - y : y }
  }
  const at = (place: Point): number => {
    let nearest = -1
    let least = hexes ? HEX_RADIUS ** 2 : UNIT ** 2 / 2
    for (let cell = 0; cell < grid.rows * grid.columns; cell++) {
      const { x, y } = middle(cell)
      const distance = (x - place.x) ** 2 + (y - place.y) ** 2
      if (distance < least) {
        least = distance
        nearest = cell
      }
    }
    return nearest
  }
  return { grid, width, height, middle, at }
}

/** The corners of a hex around 0,0 as a path. */
export function hexPath(scale = 1): string {
  const corners = [0, 1, 2, 3, 4, 5].map(corner => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2
    return `${(Math.cos(angle) * HEX_RADIUS * scale).toFixed(2)} ${(Math.sin(angle) * HEX_RADIUS * scale).toFixed(2)}`
  })
  return `M${corners.join('L')}z`
}
