/* steps.mjs -- what people do on the page, for the tests to do the same. */
import { open, until } from './harness.mjs'

/** Begin a game by the dialog: `seats` as the values of the pickers. */
export async function newGame(context, game, seats, { hash = '#/play' } = {}) {
  const page = await open(context, hash)
  await page.click(`[data-game=${game}]`)
  for (const [i, seat] of seats.entries())
    await page.locator('.seat-picker select').nth(i).selectOption(seat)
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.table')
  return page
}

export async function clickCell(page, cell) {
  const box = await page.locator('.board-panel [role=gridcell]').nth(cell).boundingBox()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

export const labels = page =>
  page
    .locator('.board-panel [role=gridcell]')
    .evaluateAll(cells => cells.map(cell => cell.getAttribute('aria-label')))

/** The moves of the game as the list shows them, those taken back left out. */
export const moves = page =>
  page
    .locator('ol.moves .played[data-ply]:not(.undone)')
    .evaluateAll(all => all.map(one => one.firstChild.textContent))

export const movesAre = (page, expected) =>
  until(async () => (await moves(page)).join(' ') === expected, `the moves ${expected}`)

export async function playMouse(page, cells) {
  for (const [i, cell] of cells.entries()) {
    const before = (await moves(page)).length
    await clickCell(page, cell)
    await until(async () => (await moves(page)).length === before + 1, `move ${i + 1}`)
  }
}

export const tooWide = page =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
