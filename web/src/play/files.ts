/* files.ts -- a game in and out: save, load, paste, share, and the position as text. */
import { address as routeAddress, ask } from '../ask'
import { openDialog } from '../ui/dialog'
import { h } from '../ui/dom'
import { icon } from '../ui/icons'
import { link } from '../ui/router'
import { note, wrong } from '../ui/toast'
import { words } from '../words/words'
import type { Game } from './game'
import { begin } from './newgame'
import { keysOf } from './seatkeys'

const ENDINGS: Record<string, string> = { zermelo: 'game' }

async function save(game: Game, format: string): Promise<void> {
  const { id, game: info } = game.state
  const text = await ask('GET /api/games/{id}/record', { id, format, key: game.key })
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  h('a', { href: url, download: `${info.game}-${id}.${ENDINGS[format] ?? format}` }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  note(words().copied)
}

/** The address that holds the whole game. */
export const sharedAddress = (game: Game): string =>
  `${location.origin}${location.pathname}#/play?share=${encodeURIComponent(game.state.share)}`

/** The address of a seat: who has it plays there, and sees what that seat sees. */
const seatAddress = (id: string, key: string): string =>
  `${location.origin}${location.pathname}${link('play', id)}?key=${encodeURIComponent(key)}`

function copyField(label: string, text: string): HTMLElement {
  const field = h('input', {
    type: 'text',
    readonly: true,
    value: text,
    onfocus: () => field.select(),
  })
  return h(
    'label',
    { class: 'copy' },
    h('span', {}, label),
    h(
      'span',
      { class: 'row' },
      field,
      h('button', { type: 'button', onclick: () => void copy(text).catch(wrong) }, words().copy),
    ),
  )
}

export function openShare(game: Game): void {
  const { state } = game
  openDialog(
    words().shareAndSave,
    copyField(words().shareAddress, sharedAddress(game)),
    state.game.traits.includes('hidden') &&
      keysOf(state.id).map(
        (key, i) => key && copyField(words().inviteTo(i + 1), seatAddress(state.id, key)),
      ),
    state.position !== null && copyField(words().positionText, state.position),
    h(
      'div',
      { class: 'actions' },
      state.game.formats.map(format =>
        h(
          'button',
          { onclick: () => void save(game, format).catch(wrong), 'data-format': format },
          icon('save'),
          words().saveAs(format.toUpperCase()),
        ),
      ),
      h(
        'a',
        {
          class: 'button',
          href: routeAddress('GET /api/games/{id}/record', {
            id: state.id,
            format: state.game.formats[0],
            key: game.key,
          }),
          target: '_blank',
          rel: 'noopener',
        },
        words().lookAtRecord,
      ),
    ),
  )
}

/** A record, a position or moves, from a file or pasted: the server finds out what it is. */
export function openLoad(game: string | undefined): void {
  const text = h('textarea', {
    rows: 8,
    spellcheck: 'false',
    'aria-label': words().pasteHere,
    placeholder: words().pasteHere,
  })
  const file = h('input', { type: 'file', 'aria-label': words().file })
  const problem = h('p', { class: 'problem', role: 'alert' })
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then(content => (text.value = content))
  })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      await begin({ text: text.value, ...(game ? { game } : {}) })
      dialog.close()
    } catch (reason) {
      problem.textContent = reason instanceof Error ? reason.message : String(reason)
    }
  }
  const dialog = openDialog(
    words().load,
    h(
      'form',
      { onsubmit: (event: Event) => void submit(event) },
      h('p', {}, words().loadHelp),
      file,
      text,
      problem,
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'primary', type: 'submit' }, words().open),
      ),
    ),
  )
  text.focus()
}
