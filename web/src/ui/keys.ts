/* keys.ts -- single keys for commands, wherever the focus is, except while text is typed. */
import { h } from './dom'
import { dialogIsOpen, openDialog } from './dialog'
import { words } from '../words/words'

export interface Key {
  key: string // as KeyboardEvent.key says it
  shown?: string // as people say it
  does: string
  press?: () => void // nothing: handled by the part that has the focus, listed for people only
}

const sets = new Set<() => Key[]>()

/** Listen to these keys until the returned function is called. */
export function useKeys(keys: () => Key[]): () => void {
  sets.add(keys)
  return () => sets.delete(keys)
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function showKeys(): void {
  const rows = [...sets].flatMap(keys => keys())
  openDialog(
    words().keys,
    h(
      'table',
      { class: 'keys' },
      rows.map(row =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, h('kbd', {}, row.shown ?? row.key)),
          h('td', {}, row.does),
        ),
      ),
    ),
  )
}

export function startKeys(): void {
  useKeys(() => [{ key: '?', does: words().keysHelp, press: showKeys }])
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target) || dialogIsOpen())
      return
    if (event.defaultPrevented) return
    for (const set of sets)
      for (const key of set())
        if (key.key === event.key && key.press) {
          event.preventDefault()
          key.press()
          return
        }
  })
}
