/* gradients.ts -- the light on stones, defined once for all boards of the page. */
import { s } from '../ui/dom'

function ball(id: string, light: string, dark: string): SVGElement {
  return s(
    'radialGradient',
    { id, cx: 0.35, cy: 0.3, r: 0.75 },
    s('stop', { offset: 0, 'stop-color': light }),
    s('stop', { offset: 1, 'stop-color': dark }),
  )
}

export function startGradients(): void {
  document.body.appendChild(
    s(
      'svg',
      { class: 'unseen', width: 0, height: 0, 'aria-hidden': 'true' },
      s(
        'defs',
        {},
        ball('stone-black', '#5d5d5d', '#101010'),
        ball('stone-white', '#ffffff', '#d8d4ca'),
      ),
    ),
  )
}
