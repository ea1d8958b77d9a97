/* router.ts -- the address says what is shown: #/play/GAME-ID, #/watch/MATCH-ID, #/learn.
 *
 * A view is one folder with one object of this shape. mount() draws it for the parts of the
 * address behind its name; what it returns takes it down again. A language switch mounts anew. */

export interface View {
  name: string
  title: () => string
  mount: (root: HTMLElement, path: string[], query: URLSearchParams) => () => void
}

export interface Address {
  path: string[]
  query: URLSearchParams
}

export function address(): Address {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2)
  return {
    path: path.split('/').filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(query),
  }
}

export function link(...path: string[]): string {
  return `#/${path.map(encodeURIComponent).join('/')}`
}

export function go(...path: string[]): void {
  location.hash = link(...path)
}

/** Change the address without leaving a step in the history of the browser. */
export function goQuietly(...path: string[]): void {
  history.replaceState(null, '', link(...path))
}
