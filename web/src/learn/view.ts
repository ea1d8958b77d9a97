/* view.ts -- Learn: how the searches work. Steps of a search on a small tree, exercises about them,
 * and real searches of real games. */
import { h } from '../ui/dom'
import type { View } from '../ui/router'
import { words } from '../words/words'
import { exerciseView } from './exercise'
import { realView } from './real'
import { stepsView } from './steps'
import { say } from './words'

const parts = { steps: stepsView, exercise: exerciseView, real: realView }
type Part = keyof typeof parts

export const learn: View = {
  name: 'learn',
  title: () => words().learn,
  mount(root, path, query) {
    const part: Part = path[0] === 'exercise' || path[0] === 'real' ? path[0] : 'steps'
    const now = (): string => location.hash.split('?')[1] ?? ''
    root.append(
      h(
        'nav',
        { class: 'parts', 'aria-label': say().views },
        (Object.keys(parts) as Part[]).map(one =>
          h(
            'a',
            {
              href: `#/learn/${one}`,
              'aria-current': one === part ? 'page' : null,
              // The same tree goes along from the steps to the exercise and back.
              onclick: (event: Event) => {
                if (one === 'real' || part === 'real') return
                event.preventDefault()
                location.hash = `#/learn/${one}?${now()}`
              },
            },
            say()[one],
          ),
        ),
      ),
    )
    return parts[part](root, query)
  },
}
