/* movelist.ts -- the moves of the game; a click looks at the position after one. */
import type { Mistake } from '../api'
import { h, refill } from '../ui/dom'
import { signed } from '../ui/format'
import { words } from '../words/words'
import { hintsShown, type Game } from './game'

export function moveList(game: Game): HTMLElement {
  const list = h('ol', { class: 'moves' })
  let drawn = ''
  const update = (): void => {
    const { state } = game
    const now = JSON.stringify([
      state.history.map(one => one.move),
      state.board.ply,
      state.mistakes,
      hintsShown(),
    ])
    if (now !== drawn) {
      drawn = now
      refill(list, rowsOf(game))
    }
    for (const button of list.querySelectorAll<HTMLElement>('[data-ply]')) {
      const here = Number(button.dataset['ply']) === game.shown
      if (here) {
        button.setAttribute('aria-current', 'step')
        list.scrollTop = Math.max(0, button.offsetTop - list.clientHeight / 2)
      } else button.removeAttribute('aria-current')
    }
  }
  game.watch(update)
  update()
  return h('div', { class: 'move-list', role: 'group', 'aria-label': words().moves }, list)
}

/** One row for a move of each player, as people write games down, where players move in turn. */
function rowsOf(game: Game): HTMLElement[] {
  const { state } = game
  const width = state.game.traits.includes('alternate') ? 2 : Math.max(1, state.seats.length)
  const offset = state.game.traits.includes('alternate')
    ? Math.max(0, state.history[0]?.player ?? 0)
    : 0
  const rows: HTMLElement[] = []
  let row: HTMLElement | null = null
  state.history.forEach((played, i) => {
    if (!row || (i + offset) % width === 0) {
      row = h('li', {}, h('span', { class: 'number' }, Math.floor((i + offset) / width) + 1))
      rows.push(row)
      if (i === 0)
        for (let empty = 0; empty < offset; empty++) row.append(h('span', { class: 'played' }, '…'))
    }
    const mistake = hintsShown() ? state.mistakes.find(one => one.ply === i) : undefined
    row.append(
      h(
        'button',
        {
          class: `played${i >= state.board.ply ? ' undone' : ''}${played.player < 0 ? ' by-chance' : ''}`,
          'data-ply': i + 1,
          title: mistake ? mistakeText(mistake) : i >= state.board.ply ? words().undone : null,
          onclick: () => void game.look(i + 1),
        },
        played.move ?? '?',
        mistake &&
          h(
            'span',
            { class: 'mistake', 'aria-label': mistakeText(mistake) },
            mistake.grave ? '??' : '?',
          ),
      ),
    )
  })
  return rows
}

export const mistakeText = (mistake: Mistake): string =>
  words().betterWas(mistake.better, signed(mistake.before), signed(mistake.after))
