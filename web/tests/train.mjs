/* train.mjs -- the Train view: a net learns tic-tac-toe before our eyes, rests, goes on, survives a
 * kill, and plays. */
import {
  killServer,
  newBrowser,
  ok,
  open,
  run,
  same,
  startServer,
  test,
  until,
} from './harness.mjs'
import { clickCell, moves, tooWide } from './steps.mjs'

const LEARNING = 60 // seconds, on a machine that has other things to do
const rows = page => page.locator('[data-generation]').count()
const grows = async (page, most, what) => {
  const before = await rows(page)
  await until(async () => (await rows(page)) >= before + most, what, LEARNING)
}
const stateIs = (page, word) =>
  until(
    async () => (await page.locator('.facts').innerText()).includes(word),
    `it is ${word}`,
    LEARNING,
  )

/** A run that never ends, so small that a generation takes a moment. */
async function begin(page, game = 'tictactoe') {
  await page.click('.home-head button.primary')
  await page.locator('[name=game]').selectOption(game)
  await page.locator('[name=net]').selectOption('16x1')
  await page.locator('[name=gate]').selectOption('always')
  for (const [name, value] of Object.entries({ rounds: 5000, games: 4, sims: 4 }))
    await page.locator(`[name=${name}]`).fill(String(value))
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.stats')
}

/** How much of the first curve's picture is drawn on. */
const ink = page =>
  page
    .locator('.curves canvas')
    .first()
    .evaluate(canvas => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      let drawn = 0
      for (let i = 3; i < data.length; i += 4) drawn += data[i] > 0 ? 1 : 0
      return drawn
    })

test('a run begins, its curves grow, it rests, goes on and plays', async () => {
  const context = await newBrowser()
  const page = await open(context, '#/train')
  await page.waitForSelector('.waiting:not([hidden])')
  await begin(page)
  same(new URL(page.url()).hash, '#/train/tictactoe-1', 'the address')
  await until(async () => (await rows(page)) >= 3, 'three generations', LEARNING)
  ok(await page.locator('.curves').nth(2).isVisible(), 'the solver counts mistakes')
  const drawn = await ink(page)
  await grows(page, 2, 'the table grows')
  ok((await ink(page)) !== drawn, 'the curve has changed')

  // Another tab sees the same, in the list.
  const other = await open(context, '#/train')
  await other.waitForSelector('.recent a')
  ok(/tictactoe-1/.test(await other.locator('.recent').innerText()), 'the list has it')

  await page.keyboard.press('p')
  await stateIs(page, 'paused')
  const resting = await rows(page)
  await page.waitForTimeout(1500)
  same(await rows(page), resting, 'nothing is learned meanwhile')
  await page.reload()
  await until(async () => (await rows(page)) === resting, 'all generations after a reload')
  await page.click('.match > .actions button')
  await grows(page, 1, 'it goes on')
  await page.click('.match > .actions button')
  await stateIs(page, 'paused')

  await page.locator('[data-generation="1"] button').focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('.table')
  await until(
    async () => /tictactoe-1, Generation 1/.test(await page.locator('.table').innerText()),
    'generation 1 sits there',
  )
  await clickCell(page, 4)
  await until(async () => (await moves(page)).length === 2, 'the net answers')
})

test('a click on a curve seats the generation', async () => {
  const page = await open(await newBrowser(), '#/train/tictactoe-1')
  const elo = page.locator('.curves').nth(1)
  await elo.locator('canvas').waitFor()
  await elo.locator('.u-over').hover({ position: { x: 2, y: 20 } })
  await until(
    async () => /Generation 0 ★ · Elo/.test(await elo.locator('.hint-text').innerText()),
    'the generation below the pointer',
  )
  await elo.locator('.u-over').click({ position: { x: 2, y: 20 } })
  await page.waitForSelector('.table')
  await until(
    async () => /tictactoe-1, Generation 0/.test(await page.locator('.table').innerText()),
    'generation 0 sits there',
  )
})

test('Go has further heads, and a ladder instead of a solver', async () => {
  const page = await open(await newBrowser(), '#/train')
  await begin(page, 'go')
  const curves = page.locator('.curves')
  await until(async () => (await rows(page)) >= 2, 'two generations', 4 * LEARNING)
  for (const [i, title] of [
    [3, 'Elo beside mcts and alphabeta'],
    [4, 'Losses of the further heads'],
  ]) {
    ok(await curves.nth(i).isVisible(), `${title} is shown`)
    same(await curves.nth(i).locator('h2').innerText(), title, 'its title')
  }
  await curves
    .nth(3)
    .locator('.u-over')
    .hover({ position: { x: 2, y: 20 } })
  await until(
    async () =>
      /Elo beside mcts and alphabeta .* ± \d+/.test(
        await curves.nth(3).locator('.hint-text').innerText(),
      ),
    'the ladder tells its error',
  )
  await page.keyboard.press('p')
  await stateIs(page, 'paused')
})

test('a killed server loses nothing', async () => {
  const page = await open(await newBrowser(), '#/train/tictactoe-1', { forgive: true })
  await page.waitForSelector('[data-generation]')
  await page.click('.match > .actions button')
  await grows(page, 1, 'it learns')
  const before = await rows(page)
  await killServer()
  await page.waitForSelector('.lost:not(:empty)')
  await startServer()
  await until(
    async () => (await page.locator('.lost:not(:empty)').count()) === 0,
    'the stream is open again',
  )
  await stateIs(page, 'paused')
  ok((await rows(page)) >= before, 'every generation is there')
  await page.click('.match > .actions button')
  await grows(page, 1, 'it goes on')
  await page.click('.match > .actions button')
  await stateIs(page, 'paused')
})

test('on a phone, in French', async () => {
  const page = await open(
    await newBrowser({ viewport: { width: 360, height: 740 }, locale: 'fr-FR' }),
    '#/train/tictactoe-1',
  )
  await page.waitForSelector('.curves canvas')
  ok((await tooWide(page)) <= 0, 'nothing sticks out')
  ok(/en pause/.test(await page.locator('.facts').innerText()), 'it speaks French')
  await page.goto(page.url().replace('/tictactoe-1', ''))
  await page.click('.home-head button.primary')
  await page.locator('[name=threads]').fill('1000')
  await page.click('.new-game [type=submit]')
  await until(
    async () => /il faut un nombre/.test(await page.locator('.problem').innerText()),
    'the refusal',
  )
})

await run('--limit', 'rate=10000')
