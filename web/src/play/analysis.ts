/* analysis.ts -- the search as it thinks: who searches, how deep, how many positions, and its
 * lines. Pointing at a move of a line (or walking to it with Tab) plays the line out on the board. */
import type { Board, MoveValue, Thinking } from '../api'
import { h, refill } from '../ui/dom'
import { short, valued } from '../ui/format'
import { words } from '../words/words'
import { hintsShown, showHints, type Game } from './game'

const LINES = 3

export function analysisPanel(game: Game): HTMLElement {
  const facts = h('p', { class: 'facts', 'aria-live': 'off' })
  const lines = h('div', { class: 'lines' })
  const body = h('div', {}, facts, lines)
  const analyse = toggle(
    words().analyse,
    () => game.state.analyse,
    on => void game.command('analyse', { on }),
  )
  const hints = toggle(words().showHints, hintsShown, on => {
    showHints(on)
    game.changed()
  })
  const teach = toggle(
    words().teach,
    () => game.state.teach,
    on => void game.command('teach', { on }),
  )
  let drawn = ''

  const update = (): void => {
    const thinking = game.thinking?.ply === game.shown ? game.thinking : null
    for (const one of [analyse, hints, teach]) one.renew()
    body.hidden = !hintsShown()
    refill(
      facts,
      thinking ? factsOf(thinking) : game.state.busy ? words().thinks : words().noAnalysis,
    )
    const now = thinking ? JSON.stringify([thinking.line, thinking.moves]) : ''
    if (now === drawn || lines.matches(':hover')) return // a line that is pointed at stays
    drawn = now
    refill(lines, thinking ? linesOf(thinking).map(line => lineRow(game, line)) : null)
  }
  game.watch(update)
  update()
  return h(
    'section',
    { class: 'card analysis', 'aria-label': words().analysis },
    h('div', { class: 'toggles' }, analyse.element, hints.element, teach.element),
    body,
  )
}

function toggle(
  text: string,
  is: () => boolean,
  set: (on: boolean) => void,
): { element: HTMLElement; renew: () => void } {
  const element = h('button', { class: 'toggle', onclick: () => set(!is()) }, text)
  return { element, renew: () => element.setAttribute('aria-pressed', String(is())) }
}

function factsOf(thinking: Thinking): string {
  const { depth, nodes, seconds } = thinking
  return [
    words().methods[thinking.by] ?? thinking.by,
    depth > 0 ? words().depth(depth) : '',
    words().nodes(short(nodes)),
    seconds > 0.05 ? words().perSecond(short(nodes / seconds)) : '',
    thinking.distance > 0 ? words().endIn(thinking.distance) : '',
    thinking.value !== null && words().kinds[thinking.kind],
  ]
    .filter(Boolean)
    .join(' · ')
}

type Line = Pick<MoveValue, 'move' | 'value' | 'kind' | 'low' | 'high' | 'line' | 'visits'>

function linesOf(thinking: Thinking): Line[] {
  const first = (move: Line): number => Number(move.move === thinking.line[0])
  const followed = thinking.moves.filter(move => move.kind !== 'bound' || move.line.length > 1)
  const moves: Line[] = followed.sort(
    (a, b) => first(b) - first(a) || (b.visits ?? 0) - (a.visits ?? 0) || b.value - a.value,
  )
  if (moves.length > 0) return moves.slice(0, LINES)
  const [move] = thinking.line
  if (move === undefined || thinking.value === null) return []
  return [
    {
      move,
      value: thinking.value,
      kind: thinking.kind,
      low: null,
      high: null,
      line: thinking.line,
      visits: null,
    },
  ]
}

function lineRow(game: Game, line: Line): HTMLElement {
  const moves = line.line.length > 0 ? line.line : [line.move]
  let boards: Promise<Board[]> | null = null
  const show = async (upTo: number): Promise<void> => {
    boards ??= game.line(moves)
    const board = (await boards.catch(() => []))[upTo]
    if (board && row.matches(':hover, :focus-within')) game.setPreview(board)
  }
  const row = h(
    'div',
    {
      class: 'line',
      onmouseleave: () => game.setPreview(null),
      onfocusout: () => game.setPreview(null),
    },
    h('span', { class: `value ${line.kind}`, title: words().kinds[line.kind] }, valued(line)),
    line.visits !== null &&
      h('span', { class: 'visits', title: words().visits }, short(line.visits)),
    h(
      'span',
      { class: 'moves' },
      moves.slice(0, 12).map((move, i) =>
        h(
          'button',
          {
            class: 'plain',
            onmouseenter: () => void show(i),
            onfocus: () => void show(i),
            onclick: () => void show(i),
          },
          move,
        ),
      ),
    ),
  )
  return row
}
