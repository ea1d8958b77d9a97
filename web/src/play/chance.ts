/* chance.ts -- dice and cards: what chance has brought, as people know it. A number of 1 to 6 is
 * a die, a short word a card, and what the viewer may not know a card from behind. */
import type { Board, GameState } from '../api'
import { h, s } from '../ui/dom'
import { words } from '../words/words'

const MOST = 8 // shown at a time

const PIPS: Record<string, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
}

export function dieOf(face: string): SVGElement {
  const pips = PIPS[face] ?? []
  return s(
    'svg',
    { class: 'die', viewBox: '-20 -20 40 40', role: 'img', 'aria-label': words().die(face) },
    s('rect', { x: -18, y: -18, width: 36, height: 36, rx: 8 }),
    pips.map(([x, y]) => s('circle', { cx: x * 9.5, cy: y * 9.5, r: 3.6 })),
  )
}

export function card(text: string | null): SVGElement {
  return s(
    'svg',
    {
      class: text === null ? 'card back' : 'card',
      viewBox: '-16 -22 32 44',
      role: 'img',
      'aria-label': text === null ? words().hiddenCard : words().card(text),
    },
    s('rect', { x: -15, y: -21, width: 30, height: 42, rx: 4 }),
    text === null
      ? s('path', { d: 'M-10-16 10 16M10-16-10 16M-10 0 0-16 10 0 0 16z' })
      : s('text', { y: 7, 'text-anchor': 'middle', textLength: text.length > 3 ? 26 : null }, text),
  )
}

function drawn(move: string | null): SVGElement {
  const pips = move === null ? undefined : PIPS[move]
  return move !== null && pips ? dieOf(move) : card(move)
}

/** One's own cards, where what a player knows begins with them: "K:pass", "As Kd:call". */
function handIn(text: string): string[] {
  const hand = /^\s*((?:(?:10|[2-9TJQKA])[shdc♠♥♦♣]?\s*)+):/.exec(text)?.[1] ?? ''
  return hand.match(/(?:10|[2-9TJQKA])[shdc♠♥♦♣]?/g) ?? []
}

/** What chance brought last, newest last; cards of one's own lie open beside those of others. */
export function chanceStrip(state: GameState, board: Board, ply: number): HTMLElement | null {
  if (!state.game.traits.includes('chance')) return null
  const brought = state.history.slice(0, ply).filter(played => played.player === -1)
  const hand = state.game.traits.includes('hidden') ? handIn(board.text) : []
  const rest = brought.slice(-MOST).map(played => played.move)
  const unseen = rest.filter(move => move === null).length
  const open = rest.filter(move => move !== null)
  const shown =
    hand.length > 0 ? [...Array<null>(Math.max(0, unseen - hand.length)).fill(null), ...open] : rest
  return h(
    'div',
    {
      class: hand.length > 0 ? 'strip cards' : 'strip',
      role: 'group',
      'aria-label': words().chance,
    },
    hand.map(card),
    shown.map(drawn),
  )
}
