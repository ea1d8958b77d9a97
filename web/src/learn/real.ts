/* real.ts -- a search of a real game: recorded position by position and folded by the server, or, for
 * Monte Carlo tree search, its tree while it grows. */
import type { GameInfo, Tree, Walk, WalkTree } from '../api'
import { ask } from '../ask'
import { listen } from '../live/live'
import { h, refill } from '../ui/dom'
import { short, signed } from '../ui/format'
import { library, titleOf } from '../ui/library'
import { wrong } from '../ui/toast'
import { Icicle } from './icicle'
import { Links } from './links'
import { marksOfTree, marksOfWalk, nameOf, type Mark } from './marks'
import { say } from './words'

const kinds = ['exact', 'high', 'low', 'leaf'] as const

/** Recorded: alphabeta as it plays, and the textbook's. */
const walks = [
  'alphabeta',
  'alphabeta:form=minmax',
  'minimax',
  'expectiminimax',
  'maxn',
  'paranoid',
]

/** Whose tree is watched while it grows. */
const trees = ['mcts', 'alphazero']

const fits = (info: GameInfo, search: string): boolean =>
  info.searches.includes(search.split(':')[0] ?? '')

export function realView(root: HTMLElement, query: URLSearchParams): () => void {
  let ended = false
  let stop = (): void => {}
  const form = h('div', { class: 'subject card' })
  const facts = h('p', { class: 'facts', role: 'status' })
  const path = h('nav', { class: 'crumbs', 'aria-label': say().tree })
  const place = h('div', { class: 'real' })
  root.append(form, facts, path, place)

  library()
    .then(({ games }) => ended || setUp(games.filter(info => info.game !== 'tree')))
    .catch(wrong)

  function setUp(games: GameInfo[]): void {
    const wanted = query.get('game') ?? 'connect4'
    const game = h(
      'select',
      { onchange: () => chooseSearches() },
      games.map(info =>
        h('option', { value: info.game, selected: info.game === wanted }, titleOf(info)),
      ),
    )
    const search = h('select', {})
    const moves = h('input', { value: query.get('moves') ?? '', spellcheck: 'false' })
    const limit = h(
      'select',
      {},
      [10000, 100000, 1000000, 10000000].map(n =>
        h('option', { value: n, selected: n === 100000 }, short(n)),
      ),
    )
    const chooseSearches = (): void => {
      const info = games.find(one => one.game === game.value)!
      const all = [...walks, ...trees].filter(
        one => fits(info, one) && (one !== 'alphazero' || info.nets[0]),
      )
      refill(
        search,
        all.map(one => h('option', { value: one, selected: one === query.get('search') }, one)),
      )
    }
    chooseSearches()
    const begin = (): void => {
      stop()
      history.replaceState(
        null,
        '',
        `#/learn/real?${new URLSearchParams({ game: game.value, search: search.value, moves: moves.value })}`,
      )
      const body = { game: game.value, moves: moves.value }
      const [net] = games.find(one => one.game === game.value)!.nets
      const by = search.value === 'alphazero' ? `alphazero:net=${net},time=10` : 'mcts:time=10'
      if (trees.includes(search.value)) void grow(body, by).catch(fail)
      else void record({ ...body, search: search.value, nodes: Number(limit.value) }).catch(fail)
    }
    const field = (label: string, control: HTMLElement): HTMLElement =>
      h('label', {}, h('span', {}, label), control)
    refill(
      form,
      h(
        'div',
        { class: 'subject-row' },
        field(say().game, game),
        field(say().search, search),
        field(say().moves, moves),
        field(say().limit, limit),
        h('button', { class: 'primary', onclick: begin }, say().record),
      ),
    )
    begin()
  }

  function fail(reason: unknown): void {
    facts.textContent = ''
    refill(path)
    refill(place, h('p', { class: 'problem', role: 'alert' }, (reason as Error).message))
  }

  /** Both drawings of the same marks. */
  function drawings(
    open: (mark: Mark) => void,
    fetch: (mark: Mark) => Promise<Mark[]>,
    help: string,
    legend: boolean,
  ): { icicle: Icicle; links: Links } {
    const icicle = new Icicle(open)
    const links = new Links(fetch)
    refill(
      place,
      h('h2', {}, say().icicle),
      h('p', { class: 'muted' }, help),
      icicle.element,
      legend &&
        h(
          'ul',
          { class: 'legend' },
          kinds.map(kind => h('li', {}, h('span', { class: `swatch ${kind}` }), say().kinds[kind])),
        ),
      h('h2', {}, say().links),
      h('p', { class: 'muted' }, say().linksHelp),
      links.element,
    )
    const watcher = new ResizeObserver(() => icicle.draw())
    watcher.observe(icicle.element)
    const before = stop
    stop = () => {
      watcher.disconnect()
      before()
    }
    return { icicle, links }
  }

  async function record(body: {
    game: string
    moves: string
    search: string
    nodes: number
  }): Promise<void> {
    stop = () => {}
    facts.textContent = say().recording
    refill(path)
    refill(place)
    const { most } = await library()
    const seconds = Math.min(15, most.seconds)
    const walk = await ask('POST /api/learn/walks', {}, { ...body, seconds })
    if (ended) return
    const part = async (mark: { id: number }): Promise<WalkTree> =>
      ask('GET /api/learn/walks/{id}', { id: walk.id, node: mark.id, most: 1000 })
    const show = (tree: WalkTree): void => {
      crumbs(tree, walk)
      const marks = marksOfWalk(tree)
      icicle.show(marks, say().icicle)
      links.show(marksOfWalk(tree), say().links, false)
    }
    const go = async (mark: { id: number }): Promise<void> => {
      const begun = performance.now()
      const tree = await part(mark)
      facts.textContent = `${about(walk)} · ${say().answered((performance.now() - begun).toFixed(0))}`
      show(tree)
    }
    const { icicle, links } = drawings(
      mark => void go(mark).catch(wrong),
      async mark => marksOfWalk(await part(mark)),
      say().icicleHelp,
      true,
    )
    const crumbs = (tree: WalkTree, of: Walk): void =>
      refill(
        path,
        tree.path.map((one, i) => {
          const last = i === tree.path.length - 1
          const depth = tree.marks[0]?.depth
          const name = one.node === 0 ? say().whole : nameOf({ ...one, depth: last ? depth : 0 })
          const text = one.by === 'step' && !last ? '…' : name
          return last
            ? h('span', { 'aria-current': 'location' }, text)
            : h(
                'button',
                { class: 'plain', onclick: () => void go({ id: one.node }).catch(wrong) },
                text,
              )
        }),
        of.move && h('span', { class: 'muted' }, ` ${say().best}: ${of.move}`),
      )
    facts.textContent = about(walk)
    show(walk.tree)
  }

  const about = (walk: Walk): string =>
    [
      walk.search,
      say().positions(short(walk.nodes)),
      say().foundIn(walk.seconds.toFixed(1)),
      walk.depth > 0 ? say().step(walk.depth) : '',
      walk.value === null ? '' : signed(walk.value),
    ]
      .filter(Boolean)
      .join(' · ')

  /** The tree of Monte Carlo search, as it grows in a game of its own that nobody plays. */
  async function grow(body: { game: string; moves: string }, by: string): Promise<void> {
    stop = () => {}
    facts.textContent = say().recording
    refill(path)
    const made = await ask('POST /api/games', {}, body)
    const id = made.id
    let deaf = (): void => {}
    const close = (): void => {
      deaf()
      void ask('POST /api/games/{id}/close', { id }, {}).catch(() => {})
    }
    if (ended) {
      close()
      return
    }
    stop = close
    const { icicle, links } = drawings(
      () => {},
      () => Promise.resolve([]),
      say().liveHelp,
      false,
    )
    let first = true
    const show = (tree: Tree): void => {
      if (tree.nodes.length === 0 || ended) return
      facts.textContent = `${tree.by} · ${short(tree.nodes[0]!.visits)} ${say().visits}`
      const marks = marksOfTree(tree)
      icicle.show(marks, say().icicle)
      links.show(marksOfTree(tree), say().links, !first)
      first = false
    }
    deaf = listen(`tree:${id}`, { tree: show })
    await ask('POST /api/games/{id}/analyse', { id }, { on: true, by })
    // A search that is done before anybody listened has a tree all the same.
    setTimeout(() => {
      if (first && !ended) ask('GET /api/games/{id}/tree', { id, most: 1000 }).then(show, fail)
    }, 1500)
  }

  return () => {
    ended = true
    stop()
  }
}
