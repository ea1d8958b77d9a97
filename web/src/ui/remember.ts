/* remember.ts -- small choices of this browser: language, theme, what panels are open. */

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`zermelo.${name}`)
  } catch {
    return null // storage is forbidden: every visit is the first
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`zermelo.${name}`, value)
  } catch {
    // forbidden or full: the choice holds until the page is closed
  }
}
