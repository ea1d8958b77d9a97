/* newrun.ts -- the dialog that begins a run: which game, how large a net, how much play. What is
 * left empty, the server chooses to suit the game. */
import type { NewRun } from '../api'
import { ask } from '../ask'
import { openDialog } from '../ui/dialog'
import { h } from '../ui/dom'
import { library, titleOf } from '../ui/library'
import { go } from '../ui/router'
import { wrong } from '../ui/toast'
import { numberField } from '../watch/newmatch'
import { words } from '../words/words'

export function openNewRun(): void {
  draw().catch(wrong)
}

const NETS = ['16x1', '32x2', '64x4', '64x6', '96x6', '128x8']

async function draw(): Promise<void> {
  const all = await library()
  const games = all.games.filter(info => info.learns && info.game !== 'tree')
  const game = h(
    'select',
    { name: 'game' },
    games.map(info => h('option', { value: info.game }, titleOf(info))),
  )
  if (games.some(info => info.game === 'tictactoe')) game.value = 'tictactoe'
  const options = h('input', { type: 'text', name: 'options', spellcheck: 'false' })
  const choice = (name: string, label: string, entries: [string, string][]): HTMLElement =>
    h(
      'label',
      {},
      h('span', {}, label),
      h(
        'select',
        { name },
        h('option', { value: '' }, words().whatSuits),
        entries.map(([value, text]) => h('option', { value }, text)),
      ),
    )
  const update = (): void => {
    options.placeholder = games.find(info => info.game === game.value)?.options ?? ''
  }
  game.addEventListener('change', update)
  update()
  const problem = h('p', { class: 'problem', role: 'alert' })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const wish: Record<string, string | number> = {}
    for (const [name, value] of new FormData(event.target as HTMLFormElement))
      if (value !== '')
        wish[name] = /options|net|gate|game$/.test(name) ? String(value) : Number(value)
    try {
      const run = await ask('POST /api/runs', {}, wish as unknown as NewRun)
      dialog.close()
      go('train', run.name)
    } catch (reason) {
      problem.textContent = reason instanceof Error ? reason.message : String(reason)
    }
  }
  const field = (label: string, name: string, value = ''): HTMLElement =>
    numberField(label, name, value, 1).element
  const dialog = openDialog(
    words().newRun,
    h(
      'form',
      { class: 'new-game', onsubmit: (event: Event) => void submit(event) },
      h('p', { class: 'hint-text' }, words().aboutRuns),
      h('label', {}, h('span', {}, words().game), game),
      h('label', {}, h('span', {}, words().options), options),
      choice(
        'net',
        words().net,
        NETS.map(net => [net, net.replace('x', ' × ')]),
      ),
      choice('gate', words().gate, [
        ['0.55', '55 %'],
        ['always', words().always],
        ['sprt', 'SPRT'],
      ]),
      h(
        'div',
        { class: 'fields' },
        field(words().rounds, 'rounds', '30'),
        field(words().gamesARound, 'games'),
        field(words().simulations, 'sims'),
        field(words().threads, 'threads', '1'),
      ),
      problem,
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'primary', type: 'submit' }, words().begin),
      ),
    ),
  )
}
