/* titles.ts -- the title of a game of which only the name is known. */
import { titleOf } from '../ui/library'

export const gameTitle = (game: string): string => titleOf({ game, title: game })
