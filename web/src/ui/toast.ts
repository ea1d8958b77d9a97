/* toast.ts -- a sentence that comes, is read and goes; errors stay longer. */
import { h } from './dom'

const shelf = h('div', { class: 'toasts' })

export function startToasts(): void {
  document.body.appendChild(shelf)
}

function show(text: string, kind: 'note' | 'wrong'): void {
  const note = h(
    'div',
    { class: `toast ${kind}`, role: kind === 'wrong' ? 'alert' : 'status' },
    text,
  )
  note.addEventListener('click', () => note.remove())
  shelf.appendChild(note)
  setTimeout(() => note.remove(), kind === 'wrong' ? 8000 : 3500)
}

export const note = (text: string): void => show(text, 'note')

/** Tell what went wrong: an Error's sentence, or the text itself. */
export function wrong(reason: unknown): void {
  show(reason instanceof Error ? reason.message : String(reason), 'wrong')
}
