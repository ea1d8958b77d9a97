/* view.ts -- Watch: matches, and the games of the store. */
import type { View } from '../ui/router'
import { words } from '../words/words'

export const watch: View = {
  name: 'watch',
  title: () => words().watch,
  mount: () => () => {},
}
