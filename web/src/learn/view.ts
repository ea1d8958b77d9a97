/* view.ts -- Learn: how the searches work, step by step. */
import type { View } from '../ui/router'
import { words } from '../words/words'

export const learn: View = {
  name: 'learn',
  title: () => words().learn,
  mount: () => () => {},
}
