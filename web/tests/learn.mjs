/* learn.mjs -- the Learn view in a real Chromium: steps to the end and back, labels that never
 * overlap, why a cut was made, two searches in lock-step, exercises, real searches. */
import { newBrowser, ok, open, run, same, test, until } from './harness.mjs'
import { tooWide } from './steps.mjs'

const tree27 = '#/learn/steps?tree=not-uniform&search=alphabeta'
const text = (page, selector) => page.locator(selector).first().textContent()
const number = async page => (await text(page, '.step-number')).split(' / ').map(Number)

/** Every pair of labels of the tree that overlap by more than half a pixel. */
const overlaps = page =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('svg.tree:not([aria-hidden]) text')]
      .filter(label => label.textContent !== '')
      .map(label => ({ text: label.textContent, box: label.getBoundingClientRect() }))
    const found = []
    boxes.forEach((a, i) =>
      boxes.slice(i + 1).forEach(b => {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        // The box of a text is as high as its font; letters fill the middle of it.
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) - 4
        if (wide > 0.5 && high > 0.5) found.push(`${a.text} and ${b.text}`)
      }),
    )
    return found
  })

const states = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('.pane svg.tree .node')].map(node =>
      ['unseen', 'stack', 'seen', 'cut'].find(state => node.classList.contains(`is-${state}`)),
    ),
  )

const ready = async (page, selector = '.player') => {
  await page.waitForSelector(selector)
  await until(async () => (await page.locator('svg.tree .node').count()) > 0, 'the tree is drawn')
}

for (const width of [1200, 900, 390])
  test(`27 leaves to the end and back at ${width} pixels, no two labels overlapping`, async () => {
    const page = await open(await newBrowser({ viewport: { width, height: 800 } }), tree27)
    await ready(page)
    const [, last] = await number(page)
    ok(last > 100, `${last} steps`)
    const pictures = []
    for (let step = 0; step <= last; step++) {
      same(await number(page), [step, last], 'the number of the step')
      same(await overlaps(page), [], `labels after step ${step}`)
      pictures.push((await states(page)).join())
      if (step < last) await page.keyboard.press('ArrowRight')
    }
    const end = (await states(page)).reduce(
      (all, one) => ({ ...all, [one]: (all[one] ?? 0) + 1 }),
      {},
    )
    same(end, { seen: 32, cut: 8 }, 'what was visited and what was cut in the end')
    for (let step = last; step >= 0; step--) {
      same((await states(page)).join(), pictures[step], `the tree on the way back, step ${step}`)
      if (step > 0) await page.keyboard.press('ArrowLeft')
    }
    same(new Set(await states(page)).size, 1, 'nothing is visited at the beginning')
    ok((await tooWide(page)) <= 0, 'the page does not scroll sideways')
  })

test('the sentence is told to screen readers and its line of pseudo-code lit', async () => {
  const page = await open(await newBrowser(), '#/learn/steps?tree=two-ply&search=alphabeta')
  await ready(page)
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight')
  const sentence = 'C is cut: moves c2 c3 need no look, for 2 < alpha 3, set at A'
  same(await text(page, '.sentence'), sentence, 'the sentence')
  same(await text(page, '#announcer'), sentence, 'the live region')
  same(await text(page, '.code .lit'), '      if best <= alpha: cut, return best', 'the line')
})

test('what a node is, is told by its line as well as by its colour; windows stand at arcs and nodes', async () => {
  const page = await open(await newBrowser(), tree27)
  await ready(page)
  for (let i = 0; i < 62; i++) await page.keyboard.press('ArrowRight')
  const looks = await page.evaluate(() => {
    const found = {}
    for (const state of ['unseen', 'stack', 'seen', 'cut']) {
      const node = document.querySelector(`.pane svg.tree .node.is-${state} .shape`)
      if (!node) continue
      const style = getComputedStyle(node)
      found[state] = {
        line: `${style.strokeDasharray} ${style.strokeWidth}`,
        colour: `${style.stroke} ${style.fill}`,
      }
    }
    return found
  })
  same(Object.keys(looks).length, 4, 'all four states at once')
  for (const code of ['line', 'colour'])
    same(new Set(Object.values(looks).map(look => look[code])).size, 4, `different by ${code}`)
  const windows = selector =>
    page
      .locator(selector)
      .evaluateAll(all =>
        all.map(one => one.textContent).filter(one => /^-?[\d∞]+\.\.-?[\d∞]+$/.test(one)),
      )
  ok((await windows('.pane svg.tree .arc text')).length > 3, 'windows on the arcs')
  ok((await windows('.pane svg.tree .node text')).length > 2, 'windows at the nodes')
})

test('Star1 and Star2: windows at chance nodes, a cut and its reason', async () => {
  const page = await open(
    await newBrowser(),
    '#/learn/steps?tree=chance-pruned&search=expectiminimax:prune=star1&other=expectiminimax:prune=star2',
  )
  await ready(page)
  await page.keyboard.press('End')
  same(
    (await page.locator('.pane').count()) && (await text(page, '.saving')).length > 0,
    true,
    'two searches are compared',
  )
  await page.goto(
    `${page.url().replace(/#.*/, '')}#/learn/steps?tree=chance-pruned&search=expectiminimax:prune=star1`,
  )
  await page.reload()
  await ready(page)
  await page.keyboard.press('c')
  await page.keyboard.press('c')
  same(
    await text(page, '.sentence'),
    'C is cut: outcomes mid high need no look, for the average is at most 4 < alpha 7, set at A',
    'the sentence',
  )
  await page.keyboard.press('w')
  same(await page.locator('svg.tree .why circle').count(), 1, 'the link to A')
  same(await overlaps(page), [], 'labels')
})

test('what a screen reader finds in the tree', async () => {
  const page = await open(await newBrowser(), '#/learn/steps?tree=two-ply&search=alphabeta')
  await ready(page)
  await page.keyboard.press('End')
  const tree = page.getByRole('group', { name: 'Game tree of 13 nodes' })
  same(await tree.getByRole('img').count(), 11, 'nodes that were visited')
  same(await tree.getByRole('button').count(), 2, 'nodes that were cut can be asked why')
  ok(await tree.getByRole('img', { name: 'A, visited, 3' }).isVisible(), 'name, state and value')
})

test('why was this cut? A link to the node whose bound did it', async () => {
  const page = await open(await newBrowser(), '#/learn/steps?tree=two-ply&search=alphabeta')
  await ready(page)
  await page.keyboard.press('c')
  await page.click('.why-button')
  const link = page.locator('svg.tree .why circle')
  same(await link.count(), 1, 'the link')
  const root = await page.locator('svg.tree .node .shape').first().boundingBox()
  const mark = await page.locator('svg.tree .why circle').boundingBox()
  ok(
    Math.abs(mark.x + mark.width / 2 - root.x - root.width / 2) < 2,
    'the ancestor that is marked is A',
  )
  await page.keyboard.press('End')
  same(await link.count(), 0, 'no link after another step')
  await page.locator('svg.tree .node.is-cut').first().focus()
  await page.keyboard.press('Enter')
  same(await link.count(), 1, 'the same by keyboard, at a node that was cut')
})

test('two searches in lock-step, with what one saves', async () => {
  const page = await open(
    await newBrowser(),
    '#/learn/steps?tree=not-uniform&search=minimax&other=alphabeta',
  )
  await ready(page)
  await page.keyboard.press('End')
  same(await page.locator('.pane').count(), 2, 'two trees')
  same(
    await page.locator('.counters dd').allTextContents(),
    ['40', '27', '32', '19', '8'],
    'counts',
  )
  same(await text(page, '.saving'), 'alphabeta saves 8 nodes (20%)', 'what is saved')
  await page.keyboard.press('Home')
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight')
  const nodes = await page.locator('.counters dd').allTextContents()
  same([nodes[0], nodes[2]], ['12', '12'], 'both have visited as many')
})

test('steps go by themselves, and a slider jumps', async () => {
  const page = await open(await newBrowser(), tree27)
  await ready(page)
  await page.selectOption('.controls select', '16')
  await page.keyboard.press('Escape')
  await page.click('.controls button[aria-label=Play]')
  await until(async () => (await number(page))[0] > 10, 'ten steps')
  await page.click('.controls button[aria-label=Pause]')
  await page.locator('.controls input[type=range]').fill('77')
  same((await number(page))[0], 77, 'the step jumped to')
})

test('a tree that is typed, a wrong one, and one by lot', async () => {
  const page = await open(await newBrowser(), '#/learn/steps?tree=own&search=minimax')
  await ready(page)
  await page.fill('textarea', 'max { min { 1 2 } chance { 1/2: 4 1/2: 6 } }')
  await page.click('details button')
  await until(
    async () => /no chance nodes/.test((await page.locator('.problem').textContent()) ?? ''),
    'minimax refuses chance',
  )
  await page.fill('.search-field input >> nth=0', 'expectiminimax')
  await page.keyboard.press('Enter')
  await ready(page)
  await page.keyboard.press('End')
  same(await text(page, '.sentence'), 'the root returns 5 by a2', 'the value')
  await page.fill('textarea', 'max { 1 2')
  await page.click('details button')
  await until(
    async () => /line 1, column 10/.test((await page.locator('.problem').textContent()) ?? ''),
    'where the text is wrong',
  )
  await page.goto(page.url().replace(/#.*/, '#/learn/steps?tree=random:seed=7&search=alphabeta'))
  await page.reload()
  await ready(page)
  const before = await page.locator('svg.tree').first().textContent()
  await page.click('.random-form .primary')
  await until(
    async () => (await page.locator('svg.tree').first().textContent()) !== before,
    'another seed, another tree',
  )
  ok(page.url().includes('seed%3D8'), 'the seed stands in the address')
})

test('every search of the library can be followed', async () => {
  const page = await open(await newBrowser(), tree27)
  for (const [tree, search] of [
    ['two-ply', 'alphabeta:form=negamax'],
    ['coin-flip', 'expectiminimax'],
    ['three-players', 'maxn'],
    ['three-players', 'paranoid'],
    ['two-ply', 'mcts:sims=12,seed=1,playouts=random,cut=off'],
    ['two-ply', 'uct:sims=12,seed=1'],
  ]) {
    await page.goto(`${page.url().replace(/#.*/, '')}#/learn/steps?tree=${tree}&search=${search}`)
    await page.reload()
    await ready(page)
    await page.keyboard.press('End')
    const [at, last] = await number(page)
    ok(at === last && last > 10, `${search}: ${last} steps`)
    same(await overlaps(page), [], `labels of ${search}`)
  }
  ok((await page.locator('.counters dd').allTextContents()).includes('12'), 'twelve simulations')
  // Whatever the library has, on a tree that suits it; what has no tree says so.
  const told = await page.evaluate(async () => {
    const token = document.querySelector('meta[name="zermelo-token"]').content
    const trees = ['max { min { 1 2 } min { 3 4 } }', 'player 1 { (1, 2, 3) (3, 2, 1) }']
    const { searches } = await (await fetch('/api/library')).json()
    const answers = {}
    for (const { name } of searches)
      for (const tree of trees) {
        const answer = await fetch('/api/learn/lesson', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Zermelo-Token': token },
          body: JSON.stringify({
            tree,
            search: /^(mcts|uct)$/.test(name) ? `${name}:sims=9` : name,
          }),
        })
        const lesson = await answer.json()
        answers[name] ??= answer.ok ? lesson.steps.length : undefined
        if (answers[name] === undefined && tree === trees[1]) answers[name] = lesson.error
      }
    return answers
  })
  ok(Object.keys(told).length >= 9, 'all searches of the library')
  for (const [name, steps] of Object.entries(told))
    ok(steps > 3 || /looks at no tree|cannot play tree/.test(steps), `${name}: ${steps}`)
})

test('an exercise is checked, explained and solved', async () => {
  const page = await open(
    await newBrowser(),
    '#/learn/exercise?tree=two-ply&search=alphabeta&ask=values,windows,cuts',
  )
  await ready(page, '.exercise')
  const value = name => page.getByLabel(`Value of ${name}`, { exact: true })
  await value('A').fill('3')
  await value('B').fill('4')
  await page.getByLabel('Window of C').fill('3..inf')
  await page.getByLabel('Is the arc to c2 cut?').click()
  await page.click('.exercise .primary')
  await page.waitForSelector('.blank.right')
  ok(/right/.test(await value('A').getAttribute('class')), 'A is right')
  ok(/wrong/.test(await value('B').getAttribute('class')), 'B is wrong')
  ok(
    /right/.test(await page.getByLabel('Window of C').getAttribute('class')),
    'the window is right',
  )
  same(await page.locator('.reasons li').allTextContents(), ['B: B returns 3 by b1'], 'why')
  await page.getByRole('button', { name: 'Show the solution' }).click()
  await until(async () => (await value('B').inputValue()) === '3', 'the solution')
  await page.click('.exercise .primary')
  await until(async () => (await text(page, '.verdict')) === 'All right!', 'the solution is right')
})

test('the choices of UCB are an exercise, and sheets are files', async () => {
  const page = await open(
    await newBrowser({ acceptDownloads: true }),
    '#/learn/exercise?tree=two-ply&search=uct:sims=30,seed=1',
  )
  await ready(page, '.exercise')
  await page.locator('.candidates input').first().check()
  await page.click('.exercise .primary')
  await page.waitForSelector('.choice .right, .choice .wrong')
  for (const format of ['SVG', 'PDF']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Exercise (${format})` }).click(),
    ])
    same(file.suggestedFilename(), `zermelo-exercise.${format.toLowerCase()}`, 'the name')
    const chunks = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk)
    const begin = Buffer.concat(chunks).toString('latin1').slice(0, 5)
    same(begin, format === 'PDF' ? '%PDF-' : '<svg ', 'what it is')
  }
})

test('a real search as icicle and as nodes that open', async () => {
  const page = await open(await newBrowser(), '#/learn/real?game=connect4&search=alphabeta')
  await page.waitForSelector('.icicle .bar')
  const bars = await page.locator('.icicle .bar').count()
  ok(bars > 200 && bars <= 1000, `${bars} bars`)
  const wide = page.locator('.icicle .bar[role=button]').nth(1)
  await wide.focus()
  await page.keyboard.press('Enter')
  await until(async () => (await page.locator('.crumbs button').count()) === 1, 'one level down')
  await page.click('.crumbs button')
  await until(async () => (await page.locator('.crumbs button').count()) === 0, 'up again')
  const dots = await page.locator('.links .dot').count()
  await page.locator('.links .dot[aria-expanded=false] circle').last().click()
  await until(async () => (await page.locator('.links .dot').count()) > dots, 'a node opens')
  ok((await tooWide(page)) <= 0, 'no sideways scroll')
})

test('the tree of a Monte Carlo search grows', async () => {
  const page = await open(await newBrowser(), '#/learn/real?game=connect4&search=mcts')
  await until(async () => (await page.locator('.icicle .share').count()) > 0, 'a tree')
  const first = await text(page, '.facts')
  await until(async () => (await text(page, '.facts')) !== first, 'more visits')
})

test('the tree of a search that a net leads', async () => {
  const page = await open(await newBrowser(), '#/learn/real?game=tictactoe&search=alphazero')
  await until(async () => (await page.locator('.icicle .share').count()) > 0, 'a tree')
  ok(/^alphazero:net=.* visits$/.test(await text(page, '.facts')), await text(page, '.facts'))
  ok((await page.locator('.links .dot').count()) > 9, 'all nine moves at the root, and more')
  await page.goto(`${page.url().replace(/#.*/, '')}#/learn/real?game=nim&search=alphazero`)
  await page.waitForSelector('.icicle .bar')
  ok(
    !(await page.locator('.subject-row select').nth(1).innerText()).includes('alphazero'),
    'without a net for the game it is not offered',
  )
})

test('Learn in French, on a phone', async () => {
  const context = await newBrowser({ locale: 'fr-FR', viewport: { width: 390, height: 780 } })
  const page = await open(context, '#/learn/steps?tree=two-ply&search=alphabeta')
  await ready(page)
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight')
  same(
    await text(page, '.sentence'),
    'C est coupé : les coups c2 c3 sont inutiles, car 2 < alpha 3, fixé à A',
    'la phrase',
  )
  same(await text(page, '.why-button'), 'Pourquoi cette coupe ?', 'le bouton')
  ok((await tooWide(page)) <= 0, 'no sideways scroll')
  for (const part of ['exercise', 'real']) {
    await page.click(`.parts a[href="#/learn/${part}"]`)
    await page.waitForSelector(part === 'real' ? '.icicle .bar' : '.exercise svg.tree .node')
    ok((await tooWide(page)) <= 0, `no sideways scroll in ${part}`)
  }
})

await run('--plugin', new URL('../../data/tictactoe.net', import.meta.url).pathname)
