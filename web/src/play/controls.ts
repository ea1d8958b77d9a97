/* controls.ts -- the buttons of a game and their keys. */
import { h } from '../ui/dom'
import { icon, type IconName } from '../ui/icons'
import type { Key } from '../ui/keys'
import { words } from '../words/words'
import type { BoardPanel } from './boardpanel'
import { openLoad, openShare } from './files'
import type { Game } from './game'
import { mistakeFrom } from './graph'
import { openNewGameSafely } from './newgame'
import { pauseButton } from './seatbar'

interface Control {
  icon: IconName
  text: string
  key?: string
  press: () => void
  enabled?: () => boolean
  shown?: boolean // as text beside the icon
}

function navigation(game: Game): Control[] {
  const look = (ply: number): void => void game.look(ply)
  return [
    {
      icon: 'first',
      text: words().first,
      key: '<',
      press: () => look(0),
      enabled: () => game.shown > 0,
    },
    {
      icon: 'previous',
      text: words().previous,
      key: ',',
      press: () => look(game.shown - 1),
      enabled: () => game.shown > 0,
    },
    {
      icon: 'next',
      text: words().next,
      key: '.',
      press: () => look(game.shown + 1),
      enabled: () => game.shown < game.state.history.length,
    },
    {
      icon: 'last',
      text: words().last,
      key: '>',
      press: () => look(game.state.history.length),
      enabled: () => game.shown < game.state.history.length,
    },
  ]
}

function toMistake(game: Game, direction: 1 | -1): void {
  const mistake = mistakeFrom(game, direction)
  if (mistake) void game.lookAtMistake(mistake)
}

function commands(game: Game, panel: BoardPanel): Control[] {
  const { state } = game
  const can = {
    undo: () => game.state.board.ply > 0,
    redo: () => game.state.board.ply < game.state.history.length,
  }
  return [
    {
      icon: 'undo',
      text: words().takeBack,
      key: 't',
      press: () => void game.command('takeback', {}),
      enabled: can.undo,
      shown: true,
    },
    {
      icon: 'hint',
      text: words().hint,
      key: 'h',
      press: () => void game.command('hint', {}),
      enabled: () => game.state.legal.length > 0,
      shown: true,
    },
    {
      icon: 'undo',
      text: words().undo,
      key: 'u',
      press: () => void game.command('undo', {}),
      enabled: can.undo,
    },
    {
      icon: 'redo',
      text: words().redo,
      key: 'r',
      press: () => void game.command('redo', {}),
      enabled: can.redo,
    },
    { icon: 'flip', text: words().flip, key: 'f', press: () => panel.flip() },
    { icon: 'swap', text: words().swap, key: 's', press: () => void game.command('swap', {}) },
    {
      icon: 'stop',
      text: words().moveNow,
      key: 'g',
      press: () => void game.command('now', {}),
      enabled: () => game.state.busy === 'move',
    },
    {
      icon: 'nextMistake',
      text: words().nextMistake,
      key: 'm',
      press: () => toMistake(game, 1),
      enabled: () => mistakeFrom(game, 1) !== undefined,
    },
    {
      icon: 'previousMistake',
      text: words().previousMistake,
      key: 'M',
      press: () => toMistake(game, -1),
      enabled: () => mistakeFrom(game, -1) !== undefined,
    },
    {
      icon: 'share',
      text: words().shareAndSave,
      key: 'w',
      press: () => openShare(game),
      shown: true,
    },
    { icon: 'load', text: words().load, key: 'o', press: () => openLoad(state.game.game) },
    { icon: 'again', text: words().again, key: 'a', press: () => void game.command('restart', {}) },
    {
      icon: 'plus',
      text: words().newGame,
      key: 'n',
      press: () => openNewGameSafely(state.game.game),
      shown: true,
    },
  ]
}

function button(game: Game, control: Control): HTMLElement {
  const title = control.key ? `${control.text} (${control.key})` : control.text
  const element = h(
    'button',
    {
      class: control.shown ? 'labelled' : 'icon',
      title,
      'aria-label': control.text,
      'aria-keyshortcuts': control.key ?? null,
      onclick: control.press,
    },
    icon(control.icon),
    control.shown && h('span', {}, control.text),
  )
  const update = (): void => {
    element.disabled = control.enabled?.() === false
  }
  game.watch(update)
  update()
  return element
}

export interface Controls {
  walk: HTMLElement
  all: HTMLElement
  keys: () => Key[]
}

export function controls(game: Game, panel: BoardPanel): Controls {
  const walk = navigation(game)
  const rest = commands(game, panel)
  const keyOf = (control: Control): Key => ({
    key: control.key ?? '',
    does: control.text,
    press: () => {
      if (control.enabled?.() !== false) control.press()
    },
  })
  return {
    walk: h(
      'div',
      { class: 'walk', role: 'toolbar', 'aria-label': words().walk },
      walk.map(one => button(game, one)),
    ),
    all: h(
      'div',
      { class: 'controls', role: 'toolbar', 'aria-label': words().commands },
      rest.filter(one => one.shown).map(one => button(game, one)),
      h(
        'div',
        { class: 'small-controls' },
        rest.filter(one => !one.shown).map(one => button(game, one)),
        pauseButton(game),
        resignButton(game),
      ),
    ),
    keys: () => [
      { key: 'Arrows', shown: '← ↑ ↓ →', does: words().keyArrows },
      { key: 'Enter', shown: 'Enter', does: words().keyEnter },
      { key: 'Escape', does: words().keyEscape, press: () => void game.look(game.state.board.ply) },
      { key: 'b', does: words().keyBoard, press: () => panel.focus() },
      {
        key: 'ArrowLeft',
        shown: '←',
        does: words().previous,
        press: () => void game.look(game.shown - 1),
      },
      {
        key: 'ArrowRight',
        shown: '→',
        does: words().next,
        press: () => void game.look(game.shown + 1),
      },
      ...[...walk, ...rest].map(keyOf),
    ],
  }
}

function resignButton(game: Game): HTMLElement {
  return button(game, {
    icon: 'flag',
    text: words().resign,
    press: () => void game.command('resign', {}),
    enabled: () => game.state.result === null && game.state.legal.length > 0,
  })
}
