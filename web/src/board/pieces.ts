/* pieces.ts -- the layer of pieces. From one picture to the next only what changed is drawn anew
 * and, unless people ask for calm, moves: from where it was taken, from above, or turning over. */
import { calm, s } from '../ui/dom'
import { UNIT, type Layout } from './geometry'
import type { Skin } from './skins'

const EMPTY = /[. ]/

export class PieceLayer {
  readonly element = s('g', { class: 'pieces', 'aria-hidden': 'true' })
  private shown: string[] = []
  private drawn = new Map<number, SVGGElement>()

  /** Draw all again, as after a flip. */
  clear(): void {
    this.shown = []
    this.drawn.clear()
    this.element.replaceChildren()
  }

  /** `path`: the clicks of the move that led here, along which a piece may have travelled. */
  show(
    cells: readonly string[],
    layout: Layout,
    skin: Skin,
    path: readonly number[],
    animate: boolean,
  ): void {
    const moving = animate && this.shown.length === cells.length && !calm()
    const from = path.length > 1 ? path[0] : undefined
    cells.forEach((letter, cell) => {
      const before = this.shown[cell] ?? '.'
      if (letter === before && this.drawn.has(cell) === !EMPTY.test(letter)) return
      this.drawn.get(cell)?.remove()
      this.drawn.delete(cell)
      if (EMPTY.test(letter)) return
      const { x, y } = layout.middle(cell)
      const inner = s('g', {}, skin.piece(letter))
      const piece = s('g', { transform: `translate(${x} ${y})` }, inner)
      this.element.appendChild(piece)
      this.drawn.set(cell, piece)
      if (!moving) return
      if (from !== undefined && cell === path[path.length - 1])
        this.travel(inner, layout, from, cell)
      else if (skin.falls) this.fall(inner, y)
      else if (!EMPTY.test(before)) this.turnOver(inner)
      else this.appear(inner)
    })
    this.shown = [...cells]
  }

  private travel(inner: SVGGElement, layout: Layout, from: number, to: number): void {
    const a = layout.middle(from)
    const b = layout.middle(to)
    inner.animate(
      [{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }],
      { duration: 220, easing: 'ease-out' },
    )
  }

  private fall(inner: SVGGElement, y: number): void {
    inner.animate(
      [
        { transform: `translateY(${-y - UNIT / 2}px)`, easing: 'cubic-bezier(.45,0,.9,.6)' },
        { transform: 'none', offset: 0.75 },
        { transform: `translateY(${-y * 0.06}px)`, offset: 0.88, easing: 'ease-in' },
        { transform: 'none' },
      ],
      { duration: 240 + 1.3 * y },
    )
  }

  private turnOver(inner: SVGGElement): void {
    inner.animate([{ transform: 'scaleX(0.05)' }, { transform: 'none' }], {
      duration: 260,
      easing: 'ease-out',
    })
  }

  private appear(inner: SVGGElement): void {
    inner.animate(
      [
        { transform: 'scale(0.4)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: 140,
        easing: 'ease-out',
      },
    )
  }
}
