/* library.ts -- what games and searches there are: asked once. */
import type { GameInfo, Library } from '../api'
import { ask } from '../ask'
import { words } from '../words/words'

let asked: Promise<Library> | null = null

export function library(): Promise<Library> {
  asked ??= ask('GET /api/library').catch((reason: unknown) => {
    asked = null // the next one asks again
    throw reason
  })
  return asked
}

/** The title of a game in the language of the page. */
export function titleOf(info: Pick<GameInfo, 'game' | 'title'>): string {
  const titles: Record<string, string> = words().games
  return titles[info.game] ?? info.title
}
