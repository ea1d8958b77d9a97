/* view.ts -- Play: #/play (choose a game), #/play/ID (a game), #/play?share=... (a game that is in
 * the address itself). */
import { h, refill } from '../ui/dom'
import { wrong } from '../ui/toast'
import type { View } from '../ui/router'
import { words } from '../words/words'
import { openHome } from './home'
import { begin } from './newgame'
import { openTable } from './table'

export const play: View = {
  name: 'play',
  title: () => words().play,
  mount(root, path, query) {
    const [id] = path
    const share = query.get('share')
    if (id) return openTable(root, id, query.get('key'))
    if (!share) return openHome(root)
    refill(root, h('p', { class: 'waiting' }, words().opening))
    begin({ share }).catch((reason: unknown) => {
      wrong(reason)
      openHome(root)
    })
    return () => {}
  },
}
