/* page.mjs -- the page in a real Chromium: what issue 6 says it must show. */
import { readFileSync } from 'node:fs'
import {
  base,
  newBrowser,
  ok,
  open,
  run,
  same,
  startServer,
  stopServer,
  test,
  until,
} from './harness.mjs'
import { clickCell, labels, moves, movesAre, newGame, playMouse, tooWide } from './steps.mjs'

const text = (page, selector) => page.locator(selector).innerText()

test('a whole game of tic-tac-toe by mouse', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await playMouse(page, [0, 3, 1, 4])
  ok(!(await page.locator('.banner.result').isVisible()), 'over too early')
  await playMouse(page, [2])
  await page.waitForSelector('.banner.result')
  ok(/Player 1 wins/.test(await text(page, '.banner.result')), 'the first player has won')
  same(await page.locator('.pieces .mark.first').count(), 3, 'crosses')
  same(await page.locator('.pieces .mark.second').count(), 2, 'rings')
  await clickCell(page, 8)
  same((await moves(page)).length, 5, 'nobody plays on after the end')
})

test('the computer answers, and level 10 does not lose at tic-tac-toe', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'level:10'])
  for (let mine = 0; mine < 5; mine++) {
    await until(
      async () =>
        (await page.locator('.cell.next').count()) > 0 ||
        (await page.locator('.banner.result').count()) > 0,
      'our turn',
    )
    if ((await page.locator('.banner.result').count()) > 0) break
    const before = (await moves(page)).length
    const free = await page
      .locator('.board-panel [role=gridcell]')
      .evaluateAll(cells => cells.findIndex(cell => cell.classList.contains('next')))
    await clickCell(page, free)
    await until(async () => (await moves(page)).length > before, 'our move')
  }
  await page.waitForSelector('.banner.result')
  ok(!/You win/.test(await text(page, '.banner.result')), 'level 10 lost')
})

test('a whole game of Connect 4 by keyboard only', async () => {
  const page = await open(await newBrowser())
  const { keyboard } = page
  const focusOn = async (what, key = 'Tab') => {
    for (let i = 0; i < 60; i++) {
      if (await page.evaluate(selector => document.activeElement?.matches(selector), what)) return
      await keyboard.press(key)
    }
    throw new Error(`Tab never came to ${what}`)
  }
  await page.waitForSelector('[data-game=connect4]')
  await focusOn('[data-game=connect4]')
  await keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await focusOn('.seat-picker:nth-child(2) select', 'Shift+Tab')
  await keyboard.type('Person')
  await focusOn('.new-game [type=submit]')
  await keyboard.press('Enter')
  await page.waitForSelector('.table')
  await keyboard.press('b') // to the board
  const drop = async (column, at) => {
    for (let i = at; i < column; i++) await keyboard.press('ArrowRight')
    for (let i = at; i > column; i--) await keyboard.press('ArrowLeft')
    const before = (await moves(page)).length
    await keyboard.press('Enter')
    await until(async () => (await moves(page)).length === before + 1, 'the disc falls')
  }
  let at = 0
  for (const column of [3, 0, 3, 0, 3, 0, 3]) {
    await drop(column, at)
    at = column
  }
  await page.waitForSelector('.banner.result')
  ok(/Player 1 wins/.test(await text(page, '.banner.result')), 'four in a column')
  same((await moves(page)).join(' '), '4 1 4 1 4 1 4', 'moves')
  const first = () =>
    page
      .locator('.board-panel [role=gridcell]')
      .first()
      .evaluate(cell => cell.getBoundingClientRect().left)
  const left = await first()
  await keyboard.press('f')
  ok((await first()) > left + 100, 'f flips the board')
  await keyboard.press('?')
  await page.waitForSelector('table.keys')
  await keyboard.press('Escape')
  await page.waitForSelector('table.keys', { state: 'detached' })
})

test('a game survives a reload and a restart of the server', async () => {
  const context = await newBrowser()
  const page = await open(context, '#/play', { forgive: true })
  await page.click('[data-game=connect4]')
  await page.locator('.seat-picker select').nth(1).selectOption('human')
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.table')
  await playMouse(page, [38, 31, 24])
  await page.reload()
  await movesAre(page, '4 4 4')
  await stopServer()
  await page.waitForSelector('.lost:not(:empty)')
  await startServer()
  await until(
    async () => (await page.locator('.lost:not(:empty)').count()) === 0,
    'the stream is open again',
  )
  await playMouse(page, [17]) // with the token of the new server, without a reload
  await page.reload()
  await movesAre(page, '4 4 4 4')
  const home = await open(context, '#/play')
  await home.waitForSelector('.recent a')
})

test('save to a file, load it again, paste moves', async () => {
  const context = await newBrowser()
  const page = await newGame(context, 'tictactoe', ['human', 'human'])
  await playMouse(page, [4, 0, 8])
  const played = (await moves(page)).join(' ')
  await page.keyboard.press('w')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('[data-format=zermelo]'),
  ])
  const file = await download.path()
  ok(readFileSync(file, 'utf8').includes('tictactoe'), 'the record names its game')
  const other = await open(context, '#/play')
  await other.click('.home-head .labelled')
  await other.setInputFiles('dialog input[type=file]', file)
  await until(
    async () => (await other.inputValue('dialog textarea')).length > 0,
    'the file is read',
  )
  await other.click('dialog [type=submit]')
  await other.waitForSelector('.table')
  await movesAre(other, played)
  await other.goto(`${base}#/play`)
  await other.click('.home-head .labelled')
  await other.fill('dialog textarea', 'complete nonsense')
  await other.click('dialog [type=submit]')
  await until(
    async () => (await text(other, 'dialog .problem')).length > 0,
    'a sentence says what is wrong',
  )
})

test('a dialog is left with the view that opened it', async () => {
  const page = await open(await newBrowser())
  await page.locator('.game-card').first().click()
  await page.waitForSelector('dialog[open]')
  await page.evaluate(() => (location.hash = '#/learn'))
  await until(async () => (await page.locator('dialog').count()) === 0, 'the dialog is gone')
})

test('undo, redo, take back, play from here', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await playMouse(page, [4, 0, 8, 2])
  const [a, b, c, d] = await moves(page)
  await page.keyboard.press('u')
  await movesAre(page, [a, b, c].join(' '))
  same(await page.locator('.pieces .mark').count(), 3, 'marks after undo')
  await page.keyboard.press('r')
  await movesAre(page, [a, b, c, d].join(' '))
  await page.keyboard.press('t')
  await movesAre(page, [a, b, c].join(' '))
  await page.keyboard.press('r')
  await movesAre(page, [a, b, c, d].join(' '))
  await page.click(`ol.moves [data-ply="2"]`)
  await page.waitForSelector('.banner.past')
  same(await page.locator('.pieces .mark').count(), 2, 'marks while an older position is looked at')
  await page.click('.banner.past .primary')
  await movesAre(page, [a, b].join(' '))
})

test('a game is shared by its address', async () => {
  const page = await newGame(await newBrowser(), 'connect4', ['human', 'human'])
  await playMouse(page, [38, 37, 31])
  await page.keyboard.press('w')
  const address = await page.inputValue('dialog .copy input')
  ok(
    address.startsWith(base) && address.includes('#'),
    'the game is behind the #, which no server sees',
  )
  const other = await open(await newBrowser(), address.slice(base.length))
  await other.waitForSelector('.table')
  await movesAre(other, '4 3 4')
  same(await labels(other), await labels(page), 'the same board')
})

test('the search thinks aloud: values on the moves, exact at the end', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await playMouse(page, [0, 4])
  await page.click('button.toggle >> nth=0')
  await until(async () => (await page.locator('.note.exact').count()) === 7, 'seven exact values')
  ok(/depth|alphabeta|questions|positions/.test(await text(page, '.facts')), 'says who found it')
  const before = await page.locator('.pieces .mark').count()
  await page.locator('.analysis .line .moves button').nth(1).hover()
  await until(
    async () => (await page.locator('.pieces .mark').count()) > before,
    'pointing at a line plays it out',
  )
  await page.mouse.move(5, 5)
  await until(
    async () => (await page.locator('.pieces .mark').count()) === before,
    'and takes it back',
  )
  await page.click('button.toggle >> nth=1')
  same(await page.locator('.note').count(), 0, 'values can be hidden')
  ok(await page.locator('.graph').isVisible(), 'the graph is kept')
})

test('French', async () => {
  const context = await newBrowser({ locale: 'fr-FR' })
  const page = await newGame(context, 'tictactoe', ['human', 'human'])
  same(await page.getAttribute('html', 'lang'), 'fr', 'the language of the page')
  ok(/Jouer/.test(await text(page, 'header nav')), 'the menu')
  ok((await labels(page))[0].includes('vide'), 'the labels of the cells')
  await playMouse(page, [0, 3, 1, 4, 2])
  ok(/Joueur 1 gagne/.test(await text(page, '.banner.result')), 'the result')
  await page.click('[lang=en]')
  ok(/Play/.test(await text(page, 'header nav')), 'the switch')
  await page.reload()
  same(await page.getAttribute('html', 'lang'), 'en', 'the choice is remembered')
})

test('dark and light', async () => {
  const ground = page =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const bright = colour =>
    colour
      .match(/\d+/g)
      .slice(0, 3)
      .reduce((sum, part) => sum + Number(part), 0) > 380
  const page = await open(await newBrowser({ colorScheme: 'dark' }))
  ok(!bright(await ground(page)), 'dark where the system is')
  await page.click('.switches button >> nth=1')
  ok(bright(await ground(page)), 'light by the switch')
  await page.reload()
  ok(bright(await ground(page)), 'and after a reload')
  ok(
    bright(await ground(await open(await newBrowser({ colorScheme: 'light' })))),
    'light where the system is',
  )
})

test('contrast of text is AA in both themes', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await newGame(await newBrowser({ colorScheme }), 'tictactoe', ['human', 'human'])
    const poor = await page.evaluate(() => {
      const rgb = text => (text.match(/[\d.]+/g) ?? []).map(Number)
      const light = ([r, g, b]) => {
        const part = [r, g, b].map(v =>
          v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2]
      }
      const ground = element => {
        for (let at = element; at; at = at.parentElement) {
          const colour = rgb(getComputedStyle(at).backgroundColor)
          if (colour.length === 3 || colour[3] === 1) return colour
        }
        return [255, 255, 255]
      }
      const found = []
      for (const element of document.querySelectorAll('body *:not(svg *)')) {
        const own = [...element.childNodes].some(
          node => node.nodeType === 3 && node.textContent.trim(),
        )
        if (
          !own ||
          element.closest(':disabled, .unseen, [hidden], noscript, .skip') ||
          !element.checkVisibility()
        )
          continue
        const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))]
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
        if (ratio < 4.5)
          found.push(
            `${element.className}: ${element.textContent.slice(0, 20)} ${ratio.toFixed(2)}`,
          )
      }
      return found
    })
    same(poor, [], `text of poor contrast (${colorScheme})`)
  }
})

test('a phone: one column, no horizontal scroll', async () => {
  const context = await newBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await open(context)
  await page.waitForSelector('[data-game]')
  same(await tooWide(page), 0, 'home is too wide by')
  const games = await page
    .locator('[data-game]')
    .evaluateAll(all => all.map(one => one.dataset.game))
  ok(games.length >= 7, 'all games are there')
  for (const game of games) {
    await page.goto(`${base}#/play`)
    await page.click(`[data-game=${game}]`)
    same(await tooWide(page), 0, `the dialog of ${game} is too wide by`)
    for (const select of await page.locator('.seat-picker select').all())
      await select.selectOption('human')
    await page.click('.new-game [type=submit]')
    await page.waitForSelector('.table')
    same(await tooWide(page), 0, `${game} is too wide by`)
    const [board, side] = await Promise.all(
      ['.board-side', '.side'].map(part => page.locator(part).boundingBox()),
    )
    ok(
      side.y >= board.y + board.height,
      `${game}: what stands beside the board stands below it here`,
    )
  }
  for (const hash of ['#/watch', '#/watch/store', '#/learn']) {
    await page.goto(base + hash)
    await page.waitForTimeout(150)
    same(await tooWide(page), 0, `${hash} is too wide by`)
  }
})

test('eight tabs, all live at once', async () => {
  const context = await newBrowser()
  const first = await newGame(context, 'connect4', ['human', 'human'])
  const hash = new URL(first.url()).hash
  const tabs = [first]
  for (let i = 1; i < 8; i++) tabs.push(await open(context, hash))
  for (const tab of tabs) await tab.waitForSelector('.table')
  let played = ''
  for (const [i, tab] of tabs.entries()) {
    const column = i % 4 // each tab makes a move, and all others see it
    await tab.keyboard.press('Escape')
    await tab.fill('.type-move input', String(column + 1))
    await tab.press('.type-move input', 'Enter')
    played = `${played} ${column + 1}`.trim()
    await Promise.all(tabs.map(other => movesAre(other, played)))
  }
  const streams = await first.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(one => one.name.includes('/api/events'))
        .length,
  )
  same(streams, 0, 'streams that a tab holds by itself')
})

test('the accessibility tree of a board', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await playMouse(page, [4])
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const ofRole = role => nodes.filter(node => !node.ignored && node.role?.value === role)
  const [grid] = ofRole('grid')
  ok(grid?.name.value.includes('Tic-tac-toe'), 'a grid with a name')
  same(ofRole('row').filter(row => row.parentId === grid.nodeId || true).length, 3, 'rows')
  const cells = ofRole('gridcell').map(node => node.name.value)
  same(cells.length, 9, 'cells')
  same(new Set(cells).size, 9, 'different labels')
  ok(
    cells.every(name => /^[a-c][1-3], (empty, can be played|cross, last move)$/.test(name)),
    cells.join('; '),
  )
  ok(
    nodes.some(node => node.role?.value === 'status' && !node.ignored),
    'a live region',
  )
  await until(
    async () => /b2/.test(await page.locator('#announcer').innerText()),
    'the move is announced',
  )
  for (const role of ['button', 'link', 'textbox', 'combobox'])
    for (const node of ofRole(role)) ok(node.name?.value, `a ${role} without a name`)
})

test('pieces are moved by two clicks and by dragging; what is hidden stays hidden', async () => {
  // No game of the library moves pieces yet: the answers about a real game are changed on their way.
  const context = await newBrowser()
  const first = await newGame(context, 'tictactoe', ['human', 'human'])
  const id = new URL(first.url()).hash.split('/').pop()
  await first.close()
  const page = await context.newPage()
  const sent = []
  await page.route(`**/api/games/${id}`, async route => {
    const state = await (await route.fetch()).json()
    state.board.cells = 'X.......?'
    state.legal = [1, 4].map(to => ({ move: `a3-${to}`, cells: [0, to] }))
    await route.fulfill({ json: state })
  })
  await page.route(`**/api/games/${id}/move`, async route => {
    sent.push(route.request().postDataJSON().move)
    await route.fulfill({ status: 422, json: { error: 'heard' } })
  })
  await page.addInitScript(() => delete window.SharedWorker) // a stream of the tab's own, and it is cut
  await page.route('**/api/events*', route => route.abort())
  await page.goto(`${base}#/play/${id}`)
  await page.waitForSelector('.table')
  const middle = async cell => {
    const box = await page.locator('.board-panel [role=gridcell]').nth(cell).boundingBox()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const targets = () => page.locator('.target').count()
  ok((await labels(page))[8].includes('not seen'), 'an unseen cell says so')
  await clickCell(page, 0)
  same(await targets(), 2, 'targets of the chosen piece')
  await page.keyboard.press('Escape')
  same(await page.locator('[aria-selected=true]').count(), 0, 'Escape takes the click back')
  await clickCell(page, 0)
  await clickCell(page, 4)
  await until(() => sent.length === 1, 'two clicks make a move')
  await page.mouse.move(...(await middle(0)))
  await page.mouse.down()
  await page.mouse.move(...(await middle(1)), { steps: 4 })
  ok((await page.locator('.dragged').count()) === 1, 'the piece goes with the pointer')
  await page.mouse.up()
  await until(() => sent.length === 2, 'a drag makes a move')
  same(sent, ['a3-4', 'a3-1'], 'the moves')
})

test('animation respects reduced motion', async () => {
  const moving = async reducedMotion => {
    const page = await newGame(await newBrowser({ reducedMotion }), 'connect4', ['human', 'human'])
    await page.evaluate(() => {
      window.animated = 0
      const animate = Element.prototype.animate
      Element.prototype.animate = function (...args) {
        window.animated++
        return animate.apply(this, args)
      }
    })
    await playMouse(page, [38])
    return page.evaluate(() => window.animated)
  }
  ok((await moving('no-preference')) > 0, 'a disc falls')
  same(await moving('reduce'), 0, 'animations where people want none')
})

test('a match is begun, watched, paused and resumed; its games are replayed', async () => {
  const page = await open(await newBrowser(), '#/watch')
  await page.click('.home-head .primary')
  await page.selectOption('dialog [name=game]', 'connect4')
  await page.fill('dialog [name=games]', '400')
  await page.locator('.seat-picker select').nth(0).selectOption('mcts')
  await page.locator('.seat-picker input').nth(0).fill('sims=4000')
  await page.locator('.seat-picker select').nth(1).selectOption('level:2')
  await page.click('dialog [type=submit]')
  await page.waitForSelector('.match-head')
  await page.click('.match-head .primary')
  await until(
    async () => /stopped|finished/.test(await text(page, '.match-head .facts')),
    'the match pauses',
  )
  if (/stopped/.test(await text(page, '.match-head .facts'))) {
    await page.click('.match-head .primary')
    await until(
      async () => /running|finished/.test(await text(page, '.match-head .facts')),
      'the match goes on',
    )
  }
  await until(
    async () => (await page.locator('table.cross strong').count()) === 2,
    'the crosstable fills',
  )
  await page.waitForSelector('.elo canvas')
  await until(
    async () => (await page.locator('.live-board [role=grid]').count()) > 0,
    'the boards of the games being played',
  )
  await page.click('.match-head a[href*=store]')
  await page.click('.stored tbody button >> nth=0')
  await page.waitForSelector('.table')
  ok((await page.locator('ol.moves .played[data-ply]').count()) >= 5, 'a stored game is replayed')
})

/** Tab until what has the focus is this one. */
async function tabTo(page, locator) {
  await locator.waitFor()
  const there = () => locator.evaluate(one => one === document.activeElement)
  for (let i = 0; i < 120 && !(await there()); i++) await page.keyboard.press('Tab')
  ok(await there(), `Tab never comes to ${locator}`)
}

/** Choose in a list with the arrows. */
async function choose(page, select, value) {
  await tabTo(page, select)
  await page.keyboard.press('Home')
  for (let i = 0; i < 60 && (await select.inputValue()) !== value; i++)
    await page.keyboard.press('ArrowDown')
  same(await select.inputValue(), value, 'chosen')
}

test('all of Watch by keyboard: a match begun, paused, resumed; games found and replayed', async () => {
  const page = await open(await newBrowser(), '#/watch')
  const press = async (locator, key = 'Enter') => {
    await tabTo(page, locator)
    await page.keyboard.press(key)
  }
  const facts = () => text(page, '.match-head .facts')
  const toggle = page.locator('.match-head button.primary')
  await press(page.locator('.home-head .primary'))
  await page.waitForSelector('dialog[open]')
  await choose(page, page.locator('dialog [name=game]'), 'connect4')
  await tabTo(page, page.locator('dialog [name=games]'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('4000')
  await choose(page, page.locator('.seat-picker select').nth(0), 'mcts')
  await tabTo(page, page.locator('.seat-picker input').nth(0))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('sims=4000')
  await choose(page, page.locator('.seat-picker select').nth(1), 'level:2')
  await press(page.locator('dialog [type=submit]'))
  await page.waitForSelector('.match-head')
  await until(
    async () => (await page.locator('table.cross strong').count()) === 2,
    'games are played',
  )
  await press(toggle)
  await until(async () => /stopped/.test(await facts()), 'paused')
  await press(toggle)
  await until(async () => /running/.test(await facts()), 'resumed')
  // What is chosen stays chosen while the match goes on.
  const stored = page.locator('.match-head a[href*=store]')
  await tabTo(page, stored)
  const before = await facts()
  await until(async () => (await facts()) !== before, 'the match goes on')
  ok(await stored.evaluate(one => one === document.activeElement), 'the focus stays')
  await press(toggle)
  await until(async () => /stopped/.test(await facts()), 'paused again')
  await press(page.locator('.match-head a.button').first())
  await page.waitForSelector('.home-head .primary') // all matches
  await press(page.locator('a[href*="watch/match/"]').first())
  await page.waitForSelector('.match-head')
  await press(page.locator('.match-head a[href*=store]'))
  await page.waitForSelector('.stored tbody tr')
  await tabTo(page, page.getByLabel('Player'))
  await page.keyboard.type('nobody')
  await until(async () => (await page.locator('.stored tbody tr').count()) === 0, 'searched')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('mcts')
  await until(async () => (await page.locator('.stored tbody tr').count()) > 0, 'found')
  await press(page.locator('.stored tbody button').first())
  await page.waitForSelector('.table')
  const plies = await page.locator('ol.moves .played[data-ply]').count()
  ok(plies >= 5, 'a stored game')
  const pieces = () => page.locator('.board-panel .pieces > *').count()
  await page.keyboard.press('<')
  await until(async () => (await pieces()) === 0, 'from its beginning')
  for (let i = 1; i <= 3; i++) {
    await page.keyboard.press('ArrowRight')
    await until(async () => (await pieces()) === i, `${i} moves replayed`)
  }
})

test('a tournament of three, by keyboard; the games of the store are searched', async () => {
  const page = await open(await newBrowser(), '#/watch')
  await page.waitForSelector('.home-head .primary')
  await page.locator('.home-head .primary').focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await page.selectOption('dialog [name=game]', 'tictactoe')
  await page.fill('dialog [name=games]', '2')
  await page.getByRole('button', { name: 'One more player' }).focus()
  await page.keyboard.press('Enter')
  same(await page.locator('dialog .seat-picker').count(), 3, 'players')
  for (const [i, level] of ['level:1', 'level:2', 'random'].entries())
    await page.locator('dialog .seat-picker select').nth(i).selectOption(level)
  await page.locator('dialog [type=submit]').focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('.match-head')
  await until(
    async () => /finished/.test(await text(page, '.match-head .facts')),
    'the tournament ends',
  )
  same(await page.locator('table.cross tbody tr').count(), 3, 'rows of the crosstable')
  await page.goto(`${base}#/watch/store`)
  await page.waitForSelector('.stored tbody tr')
  await page.getByLabel('Player').fill('random')
  await until(
    async () =>
      (await page
        .locator('.stored tbody tr')
        .evaluateAll(rows => rows.every(row => /random/.test(row.textContent)))) &&
      (await page.locator('.stored tbody tr').count()) > 0,
    'only games of that player',
  )
  const results = await page
    .locator('.stored tbody tr td:nth-child(3)')
    .evaluateAll(cells => cells.map(cell => cell.textContent))
  ok(
    results.every(one => /^(1 – 0|0 – 1|½ – ½)$/.test(one)),
    results.join('; '),
  )
  await page.getByLabel('Player').fill('nobody at all')
  await until(async () => (await page.locator('.stored tbody tr').count()) === 0, 'none of nobody')
})

await run()
