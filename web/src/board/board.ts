/* board.ts -- the one board of the page, for every game: an SVG drawn from what the game says of
 * its grid, its cells and the clicks of its moves. For people who do not see it, it is a grid of
 * labelled cells; arrows walk over it, Enter clicks, Escape takes a click back. */
import type { Choice, Grid } from '../api'
import { s } from '../ui/dom'
import { announce } from '../ui/announce'
import { words } from '../words/words'
import { coordinatesOf, type Coordinates } from './coordinates'
import { hexPath, layoutOf, UNIT, type Flip, type Layout } from './geometry'
import { nextCells, pick } from './picking'
import { PieceLayer } from './pieces'
import { skinOf, type Skin } from './skins'

/** A few letters on a cell: what a move there is worth. */
export interface CellNote {
  text: string
  kind: string // classes: exact, bound, estimate; faint
  best: boolean
}

export interface Picture {
  cells: readonly string[]
  /** The moves that may be made here and now; none where the board is only looked at. */
  moves: readonly Choice[]
  /** The clicks of the move that led here. */
  last: readonly number[]
  notes?: ReadonlyMap<number, CellNote>
  hint?: readonly number[] | undefined // the clicks of a move that is proposed
  animate?: boolean
}

const MARGIN = 18
const USUAL_LINES = 8
let boards = 0

export class Board {
  readonly element: SVGSVGElement
  private readonly id = `board${++boards}`
  private readonly skin: Skin
  private layout: Layout
  private readonly coordinates: Coordinates
  private flipped = false
  private picture: Picture = { cells: [], moves: [], last: [] }
  private clicked: number[] = []
  private cursor = 0
  private dragged: SVGElement | null = null
  private readonly back = s('g', { class: 'back', 'aria-hidden': 'true' })
  private readonly under = s('g', { class: 'under', 'aria-hidden': 'true' })
  private readonly pieces = new PieceLayer()
  private readonly front = s('g', { class: 'front', 'aria-hidden': 'true' })
  private readonly over = s('g', { class: 'over', 'aria-hidden': 'true' })
  private readonly cells = s('g', { class: 'cells' })
  private cell: SVGGElement[] = []

  constructor(
    game: string,
    private readonly grid: Grid,
    label: string,
    private readonly onmove: ((move: Choice) => void) | null = null,
  ) {
    this.skin = skinOf(game, grid.kind)
    this.layout = layoutOf(grid, 'not')
    this.coordinates = coordinatesOf(grid)
    this.element = s(
      'svg',
      {
        class: `board ${this.skin.name} ${grid.kind}`,
        role: 'grid',
        'aria-label': label,
        'aria-rowcount': grid.rows,
        'aria-colcount': grid.columns,
      },
      s('g', {}, this.back, this.under, this.pieces.element, this.front, this.over, this.cells),
    )
    if (onmove) this.listen()
    this.draw()
  }

  show(picture: Picture): void {
    this.picture = picture
    this.clicked = []
    this.pieces.show(picture.cells, this.layout, this.skin, picture.last, picture.animate ?? true)
    this.refresh()
  }

  flip(): void {
    this.flipped = !this.flipped
    this.draw()
  }

  focus(): void {
    this.cell[this.cursor]?.focus()
  }

  cellName(cell: number): string {
    return this.coordinates.cell(cell)
  }

  /** Forget the clicks made so far; false if there were none. */
  escape(): boolean {
    const had = this.clicked.length > 0
    this.clicked = []
    this.refresh()
    return had
  }

  /* ---- what does not change from move to move ---- */

  private draw(): void {
    const flip: Flip = !this.flipped ? 'not' : this.skin.falls ? 'mirrored' : 'turned'
    const layout = (this.layout = layoutOf(this.grid, flip))
    const left = this.coordinates.row(0) ? MARGIN * this.writing : 4
    const below = this.coordinates.column(0) ? MARGIN * this.writing : 4
    this.element.setAttribute(
      'viewBox',
      `0 0 ${layout.width + left + 4} ${layout.height + below + 4}`,
    )
    this.element.firstElementChild?.setAttribute('transform', `translate(${left} 4)`)
    this.back.replaceChildren(...this.skin.back(layout), ...this.names())
    this.front.replaceChildren(...(this.skin.front?.(layout) ?? []))
    this.pieces.clear()
    this.drawCells()
    if (this.picture.cells.length > 0) {
      this.pieces.show(this.picture.cells, layout, this.skin, [], false)
      this.refresh()
    }
  }

  /** What is written on small boards is not to grow with their cells. */
  private get writing(): number {
    return Math.min(1, Math.max(0.4, Math.max(this.grid.rows, this.grid.columns) / USUAL_LINES))
  }

  private names(): SVGElement[] {
    const { rows, columns } = this.grid
    const size = this.writing
    const name = (x: number, y: number, text: string): SVGElement =>
      s('text', { class: 'name', transform: `translate(${x} ${y}) scale(${size})` }, text)
    const turned = this.flipped && !this.skin.falls
    const row = Array.from({ length: rows }, (_, i) => {
      const { x, y } = this.layout.middle(i * columns + (turned ? columns - 1 : 0))
      return name(x - UNIT / 2 - 9 * size, y + 4 * size, this.coordinates.row(i))
    })
    const column = Array.from({ length: columns }, (_, i) => {
      const { x } = this.layout.middle(turned ? i : (rows - 1) * columns + i)
      return name(x, this.layout.height + 14 * size, this.coordinates.column(i))
    })
    return [...row, ...column]
  }

  private drawCells(): void {
    const focused = this.cells.contains(document.activeElement)
    const { rows, columns } = this.grid
    this.cell = []
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = s('g', { role: 'row' })
      for (let column = 0; column < columns; column++) {
        const index = row * columns + column
        const { x, y } = this.layout.middle(index)
        const shape =
          this.grid.kind === 'hexes'
            ? s('path', { d: hexPath(0.96), class: 'area' })
            : s('rect', { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT, class: 'area' })
        const cell = s(
          'g',
          {
            role: 'gridcell',
            class: 'cell',
            id: `${this.id}-${index}`,
            transform: `translate(${x} ${y})`,
          },
          shape,
        )
        this.cell[index] = cell
        line.appendChild(cell)
      }
      return line
    })
    this.cells.replaceChildren(...lines)
    if (focused) this.focus()
  }

  /* ---- what changes ---- */

  private refresh(): void {
    const next = nextCells(this.picture.moves, this.clicked)
    const under: SVGElement[] = []
    const over: SVGElement[] = []
    const at = (cell: number, element: SVGElement): SVGElement => {
      const { x, y } = this.layout.middle(cell)
      element.setAttribute('transform', `translate(${x} ${y})`)
      return element
    }
    const patch = (name: string): SVGElement =>
      this.grid.kind === 'hexes'
        ? s('path', { class: name, d: hexPath() })
        : s('rect', { class: name, x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT })
    for (const cell of this.picture.last) {
      under.push(at(cell, patch('last')))
      over.push(at(cell, this.lastMark()))
    }
    for (const cell of this.clicked) under.push(at(cell, patch('chosen')))
    for (const cell of next)
      if (this.isTarget(cell)) over.push(at(cell, s('circle', { class: 'target', r: 5 })))
    for (const [i, cell] of (this.picture.hint ?? []).entries())
      over.push(at(cell, s('circle', { class: i ? 'hint to' : 'hint', r: 17 })))
    for (const [cell, note] of this.picture.notes ?? [])
      over.push(at(cell, this.noteOn(cell, note)))
    this.under.replaceChildren(...under)
    this.over.replaceChildren(...over)
    this.cell.forEach((cell, index) => {
      cell.setAttribute('aria-label', this.labelOf(index, next))
      cell.setAttribute('tabindex', index === this.cursor ? '0' : '-1')
      cell.classList.toggle('next', next.has(index))
      cell.setAttribute('aria-selected', String(this.clicked.includes(index)))
    })
  }

  /** On a board of points the stone itself is marked: cells have no corners there. */
  private lastMark(): SVGElement {
    return this.grid.kind === 'squares'
      ? s('path', { class: 'last-mark', d: 'M-16-9v-7h7M16 9v7h-7' })
      : s('circle', { class: 'last-mark ring', r: 6 })
  }

  /** Targets are dotted once a piece is chosen, or where only some empty cells may be clicked. */
  private isTarget(cell: number): boolean {
    if (this.picture.notes?.has(cell)) return false
    if (this.clicked.length > 0) return true
    const free = this.picture.cells.filter(letter => letter === '.').length
    return this.picture.cells[cell] === '.' && this.picture.moves.length < free * 0.8
  }

  private noteOn(cell: number, note: CellNote): SVGElement {
    const busy = this.picture.cells[cell] !== '.'
    const width = 6 + 5.8 * note.text.length
    return s(
      'g',
      { class: `note ${note.kind}${note.best ? ' best' : ''}${busy ? ' busy' : ''}` },
      s(
        'g',
        { transform: `scale(${Math.max(0.55, this.writing)})` },
        s('rect', {
          x: -width / 2,
          y: -7,
          width,
          height: 14,
          rx: note.kind.startsWith('exact') ? 2 : 7,
        }),
        s('text', { y: 3.2 }, note.text),
      ),
    )
  }

  private labelOf(index: number, next: ReadonlySet<number>): string {
    const letter = this.picture.cells[index] ?? '.'
    const parts = [
      this.coordinates.byColumn
        ? words().cellOfColumn(
            this.coordinates.column(index % this.grid.columns),
            this.grid.rows - Math.floor(index / this.grid.columns),
          )
        : this.coordinates.cell(index),
      letter === '.' ? words().empty : this.skin.word(letter),
    ]
    if (this.picture.last.includes(index)) parts.push(words().lastMove)
    if (this.clicked.includes(index)) parts.push(words().chosen)
    else if (next.has(index)) parts.push(words().mayBePlayed)
    const note = this.picture.notes?.get(index)
    if (note) parts.push(words().worth(note.text))
    return parts.join(', ')
  }

  /* ---- clicks, drags and keys ---- */

  private listen(): void {
    this.element.addEventListener('pointerdown', event => this.press(event))
    this.element.addEventListener('pointermove', event => this.drag(event))
    this.element.addEventListener('pointerup', event => this.release(event))
    this.element.addEventListener('pointercancel', () => this.drop())
    this.element.addEventListener('keydown', event => this.key(event))
    this.element.addEventListener('focusin', event => {
      const index = this.cell.indexOf(event.target as SVGGElement)
      if (index >= 0) this.cursor = index
    })
  }

  private place(event: PointerEvent): number {
    const matrix = (this.element.firstElementChild as SVGGElement).getScreenCTM()
    if (!matrix) return -1
    return this.layout.at(
      new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()),
    )
  }

  /** The cell that is meant: where something falls, any cell of the column. */
  private meant(cell: number): number {
    const next = nextCells(this.picture.moves, this.clicked)
    if (next.has(cell) || !this.coordinates.byColumn) return cell
    const columns = this.grid.columns
    return [...next].find(other => other % columns === cell % columns) ?? cell
  }

  private click(cell: number): void {
    const picked = pick(this.picture.moves, this.clicked, this.meant(cell))
    this.clicked = picked.clicked
    this.cursor = cell
    this.refresh()
    if (picked.move) this.onmove?.(picked.move)
    else if (this.clicked.length > 0) announce(words().chosenCell(this.cellName(cell)))
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return
    const cell = this.place(event)
    if (cell < 0) return
    event.preventDefault()
    this.cursor = cell
    this.cell[cell]?.focus({ preventScroll: true })
    this.click(cell)
    const chosen = this.clicked[this.clicked.length - 1]
    if (chosen !== cell || this.picture.cells[cell] === '.') return
    this.element.setPointerCapture(event.pointerId)
    this.dragged = s('g', { class: 'dragged' }, this.skin.piece(this.picture.cells[cell] ?? '.'))
  }

  private drag(event: PointerEvent): void {
    if (!this.dragged) return
    const matrix = (this.element.firstElementChild as SVGGElement).getScreenCTM()
    if (!matrix) return
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    this.dragged.setAttribute('transform', `translate(${x} ${y})`)
    if (!this.dragged.isConnected) this.over.appendChild(this.dragged)
  }

  private release(event: PointerEvent): void {
    const cell = this.place(event)
    const from = this.clicked[this.clicked.length - 1]
    const dragging = this.dragged !== null
    this.drop()
    if (dragging && cell >= 0 && from !== undefined && cell !== from) this.click(cell)
  }

  private drop(): void {
    this.dragged?.remove()
    this.dragged = null
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const { columns, rows } = this.grid
    const turn = this.flipped ? -1 : 1
    const upDown = this.skin.falls ? 1 : turn
    let row = Math.floor(this.cursor / columns)
    let column = this.cursor % columns
    if (event.key === 'ArrowLeft') column -= turn
    else if (event.key === 'ArrowRight') column += turn
    else if (event.key === 'ArrowUp') row -= upDown
    else if (event.key === 'ArrowDown') row += upDown
    else if (event.key === 'Home') column = 0
    else if (event.key === 'End') column = columns - 1
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      this.click(this.cursor)
      return
    } else if (event.key === 'Escape') {
      if (this.escape()) event.preventDefault()
      return
    } else return
    event.preventDefault()
    row = Math.max(0, Math.min(rows - 1, row))
    column = Math.max(0, Math.min(columns - 1, column))
    this.cursor = row * columns + column
    this.refresh()
    this.focus()
  }
}
