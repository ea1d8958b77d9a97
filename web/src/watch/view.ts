/* view.ts -- Watch: #/watch (matches), #/watch/match/ID (one of them), #/watch/store (their games). */
import type { View } from '../ui/router'
import { words } from '../words/words'
import { openMatch } from './match'
import { openMatches } from './matches'
import { openStore } from './store'

export const watch: View = {
  name: 'watch',
  title: () => words().watch,
  mount(root, path, query) {
    const [what, id] = path
    if (what === 'match' && id) return openMatch(root, id)
    if (what === 'store') return openStore(root, query)
    return openMatches(root)
  },
}
