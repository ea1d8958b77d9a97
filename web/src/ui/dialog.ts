/* dialog.ts -- a window over the page: <dialog>, so that Escape and focus work by themselves. */
import { append, h, type Child } from './dom'
import { icon } from './icons'
import { words } from '../words/words'

export function openDialog(title: string, ...content: Child[]): HTMLDialogElement {
  const close = h(
    'button',
    { class: 'icon', 'aria-label': words().close, onclick: () => dialog.close() },
    icon('close'),
  )
  const dialog = h(
    'dialog',
    { 'aria-label': title },
    h('header', {}, h('h2', {}, title), close),
    h('div', { class: 'dialog-body' }),
  )
  append(dialog.lastElementChild as Element, ...content)
  const leave = (): void => dialog.close() // it belongs to the view that opened it
  addEventListener('hashchange', leave)
  dialog.addEventListener('close', () => {
    removeEventListener('hashchange', leave)
    dialog.remove()
  })
  dialog.addEventListener('pointerdown', event => {
    if (event.target === dialog) dialog.close() // outside of its content
  })
  document.body.appendChild(dialog)
  dialog.showModal()
  return dialog
}

export const dialogIsOpen = (): boolean => document.querySelector('dialog[open]') !== null
