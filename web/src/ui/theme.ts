/* theme.ts -- dark or light: what the system wants, until somebody chooses. */
import { remember, remembered } from './remember'

export type Theme = 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)')

export function theme(): Theme {
  const chosen = remembered('theme')
  if (chosen === 'light' || chosen === 'dark') return chosen
  return system.matches ? 'dark' : 'light'
}

function show(): void {
  document.documentElement.dataset['theme'] = theme()
  dispatchEvent(new CustomEvent('zermelo-theme'))
}

export function switchTheme(): void {
  remember('theme', theme() === 'dark' ? 'light' : 'dark')
  show()
}

export function startTheme(): void {
  system.addEventListener('change', show)
  show()
}
