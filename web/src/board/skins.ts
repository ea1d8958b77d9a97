/* skins.ts -- how boards and pieces look. This is the only place that knows games by name; a game
 * that is not here, say a plug-in, gets stones on points and letters on squares. */
import { s } from '../ui/dom'
import { words } from '../words/words'
import { hexPath, UNIT, type Layout } from './geometry'

export interface Skin {
  name: string // the class of the board: colours are in board.css
  back: (layout: Layout) => SVGElement[]
  front?: (layout: Layout) => SVGElement[] // over the pieces
  piece: (letter: string) => SVGElement
  /** The piece in a word, for those who hear the board. */
  word: (letter: string) => string
  falls?: boolean // pieces come in from above
}

const R = UNIT * 0.42

/* ---- pieces around 0,0 ---- */

const cross = (): SVGElement => s('path', { class: 'mark first', d: 'M-11-11 11 11M11-11-11 11' })
const ring = (): SVGElement => s('circle', { class: 'mark second', r: 12 })
const triangle = (): SVGElement => s('path', { class: 'mark third', d: 'M0-13 12.500 9H-12.500z' })

const stone = (kind: string): SVGElement =>
  s(
    'g',
    {},
    s('circle', { class: 'shadow', r: R, cy: 1.5 }),
    s('circle', { class: `stone ${kind}`, r: R }),
  )

/** Discs differ in relief as well as in colour: a ring against a star of dots. */
const disc = (kind: 'first' | 'second'): SVGElement =>
  s(
    'g',
    {},
    s('circle', { class: `disc ${kind}`, r: UNIT * 0.44 }),
    kind === 'first'
      ? s('circle', { class: 'relief', r: UNIT * 0.27 })
      : s('path', { class: 'relief', d: 'M0-10.500 10.500 0 0 10.500-10.500 0z' }),
  )

/** Any other letter: a round token, light for capitals and dark for small letters. */
const token = (letter: string): SVGElement =>
  s(
    'g',
    { class: letter === letter.toUpperCase() ? 'token light' : 'token dark' },
    s('circle', { r: R }),
    s('text', { y: 7, 'text-anchor': 'middle' }, letter),
  )

/** What the one who looks may not see: a card from behind. */
const unseen = (): SVGElement =>
  s(
    'g',
    { class: 'unknown' },
    s('rect', { x: -13, y: -17, width: 26, height: 34, rx: 4 }),
    s('text', { y: 7, 'text-anchor': 'middle' }, '?'),
  )

/* ---- boards ---- */

const plate = (layout: Layout): SVGElement =>
  s('rect', { class: 'plate', width: layout.width, height: layout.height, rx: 3 })

function squares(layout: Layout): SVGElement[] {
  const { rows, columns } = layout.grid
  let lines = ''
  for (let row = 1; row < rows; row++) lines += `M0 ${row * UNIT}H${layout.width}`
  for (let column = 1; column < columns; column++) lines += `M${column * UNIT} 0V${layout.height}`
  return [plate(layout), s('path', { class: 'lines', d: lines })]
}

function hexes(layout: Layout): SVGElement[] {
  const count = layout.grid.rows * layout.grid.columns
  return Array.from({ length: count }, (_, cell) => {
    const { x, y } = layout.middle(cell)
    return s('path', { class: 'hex', d: hexPath(), transform: `translate(${x} ${y})` })
  })
}

/** The dots of a board of points: the middle and, as custom has it, the third or fourth lines. */
function dots(lines: number): number[] {
  if (lines < 7 || lines % 2 === 0) return []
  const edge = lines < 13 ? 2 : 3
  return [edge, (lines - 1) / 2, lines - 1 - edge]
}

function points(layout: Layout): SVGElement[] {
  const { rows, columns } = layout.grid
  const half = UNIT / 2
  let lines = ''
  for (let row = 0; row < rows; row++)
    lines += `M${half} ${row * UNIT + half}H${layout.width - half}`
  for (let column = 0; column < columns; column++)
    lines += `M${column * UNIT + half} ${half}V${layout.height - half}`
  const stars = dots(rows).flatMap((row, i) =>
    dots(columns)
      .filter((_, j) => rows > 9 || (i === 1) === (j === 1)) // small boards: corners and middle
      .map(column =>
        s('circle', { class: 'star', r: 3, cx: column * UNIT + half, cy: row * UNIT + half }),
      ),
  )
  return [plate(layout), s('path', { class: 'lines', d: lines }), ...stars]
}

const board = (layout: Layout): SVGElement[] =>
  layout.grid.kind === 'squares'
    ? squares(layout)
    : layout.grid.kind === 'points'
      ? points(layout)
      : hexes(layout)

/** A wall with a hole for each cell. */
function wall(layout: Layout): SVGElement[] {
  const r = UNIT * 0.41
  let holes = `M0 0H${layout.width}V${layout.height}H0z`
  for (let cell = 0; cell < layout.grid.rows * layout.grid.columns; cell++) {
    const { x, y } = layout.middle(cell)
    holes += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  }
  return [s('path', { class: 'wall', 'fill-rule': 'evenodd', d: holes })]
}

/* ---- skins ---- */

const marks: Skin = {
  name: 'marks',
  back: board,
  piece: letter => (letter === 'X' ? cross() : letter === 'O' ? ring() : triangle()),
  word: letter => words().pieces[letter === 'X' ? 'cross' : letter === 'O' ? 'ring' : 'triangle'],
}

const stones: Skin = {
  name: 'stones',
  back: board,
  piece: letter => stone(letter === 'X' ? 'black' : 'white'),
  word: letter => words().pieces[letter === 'X' ? 'black' : 'white'],
}

const skins: Record<string, Skin> = {
  tictactoe: marks,
  mnk: marks,
  go: stones,
  gomoku: stones,
  othello: { ...stones, name: 'othello' },
  connect4: {
    name: 'drop',
    back: layout => [plate(layout)],
    front: wall,
    piece: letter => disc(letter === 'X' ? 'first' : 'second'),
    word: letter => words().pieces[letter === 'X' ? 'red' : 'yellow'],
    falls: true,
  },
}

const letters: Skin = {
  name: 'letters',
  back: board,
  piece: letter => token(letter),
  word: letter => letter,
}

export function skinOf(game: string, kind: string): Skin {
  const skin = skins[game] ?? (kind === 'squares' ? letters : stones)
  const known = (letter: string): boolean => skin === letters || /^[XOA]$/i.test(letter)
  const plain = (letter: string): string => (skin === letters ? letter : letter.toUpperCase())
  return {
    ...skin,
    piece: letter =>
      letter === '?' ? unseen() : known(letter) ? skin.piece(plain(letter)) : token(letter),
    word: letter =>
      letter === '?' ? words().pieces.unknown : known(letter) ? skin.word(plain(letter)) : letter,
  }
}
