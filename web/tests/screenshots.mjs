/* screenshots.mjs -- the pictures of the page in docs/images, made anew: tools/screenshots.sh. */
import { newBrowser, open, startServer, stopServer, until } from './harness.mjs'
import { newGame } from './steps.mjs'

const folder = new URL('../../docs/images/', import.meta.url).pathname
const wanted = process.argv[2]

/** Each leaves a page that looks as the picture shall. */
const pictures = {
  'page-play': async context => {
    const page = await newGame(context, 'connect4', ['human', 'human'])
    await page.click('button.toggle >> nth=0') /* analyse */
    for (const move of '44444152233') {
      const before = await page.locator('.played[data-ply]').count()
      await page.waitForTimeout(1500)
      await page.fill('.type-move input', move)
      await page.press('.type-move input', 'Enter')
      await until(
        async () => (await page.locator('.played[data-ply]').count()) > before,
        `move ${move}`,
      )
    }
    await page.waitForTimeout(4000)
    return page
  },
  'page-learn': async context => {
    const page = await open(context, '#/learn/steps?tree=not-uniform&search=alphabeta')
    await page.waitForSelector('svg.tree .node')
    for (let i = 0; i < 72; i++) await page.keyboard.press('ArrowRight')
    return page
  },
  learn: async context => {
    const page = await open(context, '#/learn/steps?tree=not-uniform&search=alphabeta')
    await page.waitForSelector('svg.tree .node')
    for (let i = 0; i < 115; i++) await page.keyboard.press('ArrowRight')
    await page.click('.why-button')
    return page
  },
  icicle: async context => {
    const page = await open(context, '#/learn/real?game=connect4&search=alphabeta')
    await page.waitForSelector('.icicle .bar')
    return page
  },
  'page-watch': async context => {
    const page = await open(context, '#/watch')
    await page.click('.home-head .primary')
    await page.selectOption('dialog [name=game]', 'othello')
    await page.fill('dialog [name=games]', '40')
    await page.getByRole('button', { name: 'One more player' }).click()
    for (const [i, level] of ['level:5', 'level:6', 'level:4'].entries())
      await page.locator('dialog .seat-picker select').nth(i).selectOption(level)
    await page.click('dialog [type=submit]')
    await page.waitForSelector('.match-head')
    const end = Date.now() + 120000
    while (Date.now() < end) {
      const played = /(\d+) of/.exec(await page.locator('.match-head .facts').innerText())
      if (Number(played?.[1] ?? 0) >= 40) break
      await page.waitForTimeout(200)
    }
    return page
  },
}

await startServer()
let code = 0
try {
  for (const [name, picture] of Object.entries(pictures)) {
    if (wanted && wanted !== name) continue
    const context = await newBrowser({ viewport: { width: 1200, height: 800 } })
    const page = await picture(context)
    await page.waitForTimeout(500)
    await page.screenshot({ path: `${folder}${name}.png`, fullPage: true })
    console.log(`${folder}${name}.png`)
    await context.close()
  }
} catch (error) {
  console.error(error.message)
  code = 1
}
await stopServer()
process.exit(code)
