/* layout.ts -- where the nodes of a tree stand. Side by side below their parent where there is room;
 * in a narrow place from left to right, one leaf below the other. d3-hierarchy puts the subtrees
 * next to each other (Buchheim, Jünger & Leipert 2002), with as much room between two nodes as
 * their labels need; each ply then gets as much room as its largest labels. */
import { hierarchy, tree } from 'd3-hierarchy'

/** What a node needs, in pixels, from its middle. */
export interface Need {
  parent: number
  before: number // the label of its arc: width
  after: number // the labels beside it: width, from the edge of its shape
  half: number // of its shape, across
  lines: number // of labels beside it
  arcLines: number // of the label of its arc
}

export interface Place {
  x: number
  y: number
}

export interface Layout {
  sideways: boolean
  places: Place[]
  width: number
  height: number
}

export const LINE = 14 // from one line of a label to the next
export const SIZE = 12 // of a shape, from its middle to its edge
const GAP = 8

interface Datum {
  id: number
  need: Need
}

function spread(
  needs: Need[],
  extent: (need: Need) => [number, number],
): { at: number[]; size: number } {
  const data: Datum[] = needs.map((need, id) => ({ id, need }))
  const children: Datum[][] = needs.map(() => [])
  for (const datum of data) if (datum.need.parent >= 0) children[datum.need.parent]!.push(datum)
  const root = tree<Datum>()
    .nodeSize([1, 1])
    .separation((a, b) => {
      const [aLow, aHigh] = extent(a.data.need)
      const [bLow, bHigh] = extent(b.data.need)
      return Math.max(aLow, aHigh) + Math.max(bLow, bHigh) + GAP
    })(hierarchy(data[0]!, datum => children[datum.id]!))
  const at = needs.map(() => 0)
  let low = Infinity
  let high = -Infinity
  root.each(node => {
    const [before, after] = extent(node.data.need)
    at[node.data.id] = node.x
    low = Math.min(low, node.x - before)
    high = Math.max(high, node.x + after)
  })
  return { at: at.map(x => x - low), size: high - low }
}

function plies(needs: Need[]): number[] {
  const ply: number[] = []
  for (const { parent } of needs) ply.push(parent < 0 ? 0 : ply[parent]! + 1)
  return ply
}

/** Root above: the labels of a node stand below it, those of an arc over it. */
function upright(needs: Need[], arcs: number, width: number): Layout {
  const wide = (need: Need): [number, number] => {
    const half = Math.max(need.half, need.before / 2, need.after / 2)
    return [half, half]
  }
  const { at, size } = spread(needs, wide)
  const ply = plies(needs)
  const tops: number[] = []
  const count = Math.max(...ply) + 1
  let y = 6
  for (let p = 0; p < count; p++) {
    const here = needs.filter((_, i) => ply[i] === p)
    y += Math.max(...here.map(need => need.arcLines)) * LINE + SIZE + 2
    tops.push(y)
    y += SIZE + Math.max(...here.map(need => need.lines)) * LINE + (p + 1 < count ? arcs : 8)
  }
  const stretch = Math.max(1, Math.min(1.5, (width - 12) / size))
  return {
    sideways: false,
    places: needs.map((_, i) => ({ x: at[i]! * stretch + 6, y: tops[ply[i]!]! })),
    width: size * stretch + 12,
    height: y,
  }
}

/** Root on the left: the label of an arc stands before its node, those of a node behind it. */
function sideways(needs: Need[], width: number): Layout {
  const high = (need: Need): [number, number] => {
    const half = Math.max(11, (Math.max(need.lines, need.arcLines) * LINE) / 2 + 1)
    return [half, half]
  }
  const { at, size } = spread(needs, need => {
    const [a, b] = high(need)
    return [a - GAP / 2 + 2, b - GAP / 2 + 2]
  })
  const ply = plies(needs)
  const count = Math.max(...ply) + 1
  const columns: { before: number; after: number }[] = []
  for (let p = 0; p < count; p++) {
    const here = needs.filter((_, i) => ply[i] === p)
    columns.push({
      before: Math.max(...here.map(need => need.before + need.half + 4)),
      after: Math.max(...here.map(need => need.half + (need.after ? need.after + 4 : 0))),
    })
  }
  const needed = columns.reduce((sum, column) => sum + column.before + column.after, 0)
  const arcs = Math.max(14, Math.min(70, (width - needed - 8) / Math.max(1, count - 1)))
  const lefts: number[] = []
  let x = 4
  for (const [p, column] of columns.entries()) {
    x += column.before
    lefts.push(x)
    x += column.after + (p + 1 < count ? arcs : 4)
  }
  return {
    sideways: true,
    places: needs.map((_, i) => ({ x: lefts[ply[i]!]!, y: at[i]! + 6 })),
    width: x,
    height: size + 12,
  }
}

/** Lay out a tree, given in pre-order, for a place of this width. */
export function layOut(needs: Need[], width: number): Layout {
  const standing = upright(needs, 46, width)
  return standing.width <= width ? standing : sideways(needs, width)
}
