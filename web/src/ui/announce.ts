/* announce.ts -- what a screen reader is to say: one polite live region for the whole page. */
import { h } from './dom'

const region = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite', id: 'announcer' })

export function startAnnouncer(): void {
  document.body.appendChild(region)
}

export function announce(text: string): void {
  region.textContent = text
}
