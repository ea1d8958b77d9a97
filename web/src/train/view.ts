/* view.ts -- Train: #/train (all runs), #/train/NAME (one of them). */
import type { View } from '../ui/router'
import { words } from '../words/words'
import { openRun } from './run'
import { openRuns } from './runs'

export const train: View = {
  name: 'train',
  title: () => words().train,
  mount: (root, [name]) => (name ? openRun(root, name) : openRuns(root)),
}
