/* icons.ts -- the small drawings on buttons: strokes in a box of 24. */
import { s } from './dom'

const paths = {
  close: 'M6 6l12 12M18 6 6 18',
  flip: 'M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3',
  first: 'M18 6l-7 6 7 6zM7 6v12',
  previous: 'M15 6l-7 6 7 6z',
  next: 'M9 6l7 6-7 6z',
  last: 'M6 6l7 6-7 6zM17 6v12',
  undo: 'M9 8H15a5 5 0 0 1 0 10H8M9 8l3-3M9 8l3 3',
  redo: 'M15 8H9a5 5 0 0 0 0 10h7M15 8l-3-3m3 3-3 3',
  hint: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-1 1.2-1 2h-5c0-.8-.4-1.500-1-2z',
  plus: 'M12 5v14M5 12h14',
  share: 'M8 12h8M16 12a3 3 0 1 0 0-.1M8 12a3 3 0 1 1 0-.1',
  save: 'M12 4v10m0 0-4-4m4 4 4-4M5 19h14',
  load: 'M12 15V5m0 0L8 9m4-4 4 4M5 19h14',
  paste: 'M9 5h6v3H9zM9 6H6v14h12V6h-3M9 12h6M9 16h4',
  swap: 'M5 9h13m0 0-3-3m3 3-3 3M19 15H6m0 0 3-3m-3 3 3 3',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M19 14.5A8 8 0 1 1 9.500 5a6.500 6.500 0 0 0 9.500 9.500z',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M7 7h10v10H7z',
  eye: 'M3 12c4-7 14-7 18 0-4 7-14 7-18 0zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  warning: 'M12 4 3 20h18zM12 10v5M12 17.500v.01',
  nextMistake: 'M10 6 3 19h14zM10 11v3.500M10 16.500v.01M18 5l3 3-3 3',
  previousMistake: 'M14 6 7 19h14zM14 11v3.500M14 16.500v.01M6 5 3 8l3 3',
  again: 'M5 12a7 7 0 1 0 2.500-5.400M8 3v4h4',
  flag: 'M6 21V4h11l-2.500 4L17 12H6',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.500 15.500 20 20',
  branch: 'M7 4v16M7 12c6 0 10-2 10-7M17 5l-3 3m3-3 3 3',
} as const

export type IconName = keyof typeof paths

export function icon(name: IconName): SVGElement {
  return s(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { d: paths[name] }),
  )
}
