/* shell.ts -- what stands around every view: the header, the switches, the place for the view. */
import { learn } from './learn/view'
import { play } from './play/view'
import { train } from './train/view'
import { watch } from './watch/view'
import { onConnection } from './live/live'
import { h, refill } from './ui/dom'
import { icon } from './ui/icons'
import { showKeys } from './ui/keys'
import { address, link, type View } from './ui/router'
import { switchTheme, theme } from './ui/theme'
import { language, setLanguage, words } from './words/words'

const views: View[] = [play, learn, watch, train]
const header = h('header', { class: 'shell' })
const main = h('main', { id: 'main', tabindex: '-1' })
let takeDown = (): void => {}

function current(): { view: View; path: string[]; query: URLSearchParams } {
  const { path, query } = address()
  const view = views.find(one => one.name === path[0]) ?? play
  return { view, path: view.name === path[0] ? path.slice(1) : path, query }
}

function drawHeader(view: View): void {
  const other = language() === 'en' ? 'fr' : 'en'
  refill(
    header,
    h(
      'a',
      {
        class: 'skip',
        href: '#main',
        onclick: (event: Event) => (event.preventDefault(), main.focus()),
      },
      words().skip,
    ),
    h(
      'a',
      { class: 'brand', href: link('play') },
      h('img', { src: 'icon.svg', alt: '', width: 26, height: 26 }),
      'Zermelo',
    ),
    h(
      'nav',
      { 'aria-label': words().views },
      views.map(one =>
        h('a', { href: link(one.name), 'aria-current': one === view ? 'page' : null }, one.title()),
      ),
    ),
    h(
      'div',
      { class: 'switches' },
      h(
        'button',
        {
          class: 'icon wide-only',
          'aria-label': words().keys,
          title: `${words().keys} (?)`,
          onclick: showKeys,
        },
        icon('keyboard'),
      ),
      h(
        'button',
        {
          class: 'icon',
          'aria-label': theme() === 'dark' ? words().light : words().dark,
          title: theme() === 'dark' ? words().light : words().dark,
          onclick: switchTheme,
        },
        icon(theme() === 'dark' ? 'sun' : 'moon'),
      ),
      h(
        'button',
        {
          class: 'icon text',
          lang: other,
          'aria-label': other === 'fr' ? 'Français' : 'English',
          title: other === 'fr' ? 'Français' : 'English',
          onclick: () => setLanguage(other),
        },
        other.toUpperCase(),
      ),
    ),
  )
}

function show(): void {
  const { view, path, query } = current()
  takeDown()
  main.replaceChildren()
  main.className = view.name
  drawHeader(view)
  document.title = `${view.title()} · Zermelo`
  takeDown = view.mount(main, path, query)
}

export function startShell(): void {
  const lost = h('div', { class: 'lost', role: 'status' })
  document.body.append(header, lost, main)
  onConnection(open => (lost.textContent = open ? '' : words().lost))
  addEventListener('hashchange', show)
  addEventListener('zermelo-language', show)
  addEventListener('zermelo-theme', () => drawHeader(current().view))
  show()
}
