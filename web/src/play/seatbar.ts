/* seatbar.ts -- who sits where: the piece, the name, the clock; whose turn it is; a click changes
 * who sits there. */
import { skinOf } from '../board/skins'
import { h, refill, s } from '../ui/dom'
import { clockTime } from '../ui/format'
import { icon } from '../ui/icons'
import { told, words } from '../words/words'
import type { Game } from './game'
import { seatName } from './seats'
import { openSeats } from './seatdialog'

function pieceOf(game: Game, player: number): Element {
  const { game: info } = game.state
  const letter = info.marks[player]
  if (!letter) return h('span', { class: 'seat-number' }, player + 1)
  const skin = skinOf(info.game, info.grid?.kind ?? 'squares')
  return s(
    'svg',
    {
      class: `piece ${skin.name}`,
      viewBox: '-20 -20 40 40',
      role: 'img',
      'aria-label': skin.word(letter),
    },
    skin.piece(letter),
  )
}

export function seatBar(game: Game, player: number): HTMLElement {
  const name = h('button', {
    class: 'plain seat-name',
    title: words().changeSeat,
    onclick: () => void openSeats(game),
  })
  const about = h('span', { class: 'about' })
  const state = h('span', { class: 'seat-state' })
  const clock = h('span', { class: 'clock', role: 'timer' })
  const bar = h(
    'div',
    { class: 'seat' },
    pieceOf(game, player),
    h('div', { class: 'who' }, name, about),
    state,
    clock,
  )
  let heard = performance.now()

  const tick = (): void => {
    const setting = game.state.clock
    clock.hidden = setting === null
    if (!setting) return
    const running = setting.running === player && !game.state.paused
    const left = (setting.left[player] ?? 0) - (running ? (performance.now() - heard) / 1000 : 0)
    clock.textContent = clockTime(left)
    clock.classList.toggle('running', running)
    clock.classList.toggle('short', left < 20)
  }
  let version = -1
  const update = (): void => {
    const { state: now } = game
    if (version !== now.version) heard = performance.now()
    version = now.version
    const turn = now.board.turn === player && !now.result
    bar.classList.toggle('turn', turn)
    name.textContent = seatName(now, player)
    about.textContent = told(now.seats[player]?.about)
    const winner = now.result?.winner === player
    refill(
      state,
      winner
        ? h('span', { class: 'winner' }, '★ ', words().winner)
        : turn
          ? now.busy === 'move'
            ? [h('span', { class: 'spinner' }), words().thinks]
            : words().toMove
          : null,
    )
    tick()
  }
  game.watch(update)
  update()
  const timer = setInterval(() => (bar.isConnected ? tick() : clearInterval(timer)), 100)
  return bar
}

/** While a clock runs or the computer thinks: stop and go on. */
export function pauseButton(game: Game): HTMLElement {
  const button = h('button', {
    class: 'icon',
    onclick: () => void game.command('pause', { on: !game.state.paused }),
  })
  const update = (): void => {
    const text = game.state.paused ? words().goOn : words().pause
    button.setAttribute('aria-label', text)
    button.title = text
    refill(button, icon(game.state.paused ? 'play' : 'pause'))
  }
  game.watch(update)
  update()
  return button
}
