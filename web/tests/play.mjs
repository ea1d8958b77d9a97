/* play.mjs -- what people do at the table, in a real Chromium: hints, clocks, changing sides, lessons
 * from blunders, going from mistake to mistake, cards that only their owner sees, any notation. */
import { base, newBrowser, ok, open, run, same, test, until } from './harness.mjs'
import { clickCell, labels, moves, movesAre, newGame, playMouse, tooWide } from './steps.mjs'

const net = new URL('../../data/tictactoe.net', import.meta.url).pathname
const text = (page, selector) => page.locator(selector).innerText()
const seats = page => page.locator('.seat-name').allInnerTexts()
const named = (page, name) => page.getByRole('button', { name, exact: true })

test('a hint is shown on the board and told', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await playMouse(page, [0]) // a corner: only the middle holds
  await page.keyboard.press('h')
  await page.waitForSelector('.banner.note')
  same(await text(page, '.banner.note'), 'Try b2', 'the hint')
  same(await page.locator('.board-panel .hint').count(), 1, 'the cell is marked')
  await playMouse(page, [4])
  same(await page.locator('.banner.note').count(), 0, 'the hint is gone with the move')
})

test('clocks run, change with the turn, stop in a pause, and end the game', async () => {
  const context = await newBrowser()
  const page = await open(context, '#/play')
  await page.click('[data-game=tictactoe]')
  for (const select of await page.locator('.seat-picker select').all())
    await select.selectOption('human')
  await page.getByLabel('Clock').selectOption('1+0')
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.table')
  const clocks = () => page.locator('.clock').allInnerTexts() // the second player's stands above
  const seconds = clock => clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
  await until(async () => seconds((await clocks())[1]) < 60, 'the first clock runs')
  same(seconds((await clocks())[0]), 60, 'the other does not')
  await playMouse(page, [4])
  await until(async () => seconds((await clocks())[0]) < 60, 'now the second runs')
  const [, stopped] = await clocks()
  await named(page, 'Pause').click()
  await page.waitForSelector('.banner.past')
  const paused = await clocks()
  await page.waitForTimeout(1100)
  same(await clocks(), paused, 'nothing runs in a pause')
  same(paused[1], stopped, 'whose turn it is not loses no time')
  // As long as the server says: a second is enough to see a flag fall.
  const made = await page.evaluate(async () => {
    const token = document.querySelector('meta[name="zermelo-token"]').content
    const answer = await fetch('/api/games', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Zermelo-Token': token },
      body: JSON.stringify({
        game: 'tictactoe',
        seats: ['human', 'human'],
        clock: { seconds: 1, increment: 0 },
      }),
    })
    return (await answer.json()).id
  })
  const late = await open(context, `#/play/${made}`)
  await late.waitForSelector('.banner.result')
  ok(/out of time|time/.test(await text(late, '.banner.result')), 'the flag falls')
})

test('sides are changed, and anybody may sit anywhere', async () => {
  const page = await newGame(await newBrowser(), 'connect4', ['human', 'level:1'])
  const before = await seats(page)
  same(before.length, 2, 'two seats')
  await page.keyboard.press('s')
  await until(
    async () => (await moves(page)).length === 1,
    'the computer, who now has the first move, makes it',
  )
  const kinds = await page.evaluate(async () => {
    const id = location.hash.split('/').pop()
    return (await (await fetch(`/api/games/${id}`)).json()).seats.map(seat => seat.player)
  })
  same(kinds, ['level:1', 'human'], 'who sits where')
  await page.locator('.seat-name').first().click()
  await page.waitForSelector('dialog[open]')
  await page.locator('dialog .seat-picker select').nth(0).selectOption('human')
  await page.click('dialog [type=submit]')
  await until(
    async () => (await page.locator('.seat .about').allInnerTexts()).every(about => !about),
    'two persons now',
  )
})

test('a blunder is offered to be taken back, and the computer waits', async () => {
  const page = await open(await newBrowser(), '#/play')
  await page.click('[data-game=tictactoe]')
  await page.locator('.seat-picker select').nth(0).selectOption('human')
  await page.locator('.seat-picker select').nth(1).selectOption('human')
  await page.getByLabel(/Teach me/).check()
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.table')
  await playMouse(page, [6])
  await clickCell(page, 7) // beside the corner: lost
  await page.waitForSelector('.banner.offer')
  ok(/b1/.test(await text(page, '.banner.offer')), 'which move it was')
  ok(/b2/.test(await text(page, '.banner.offer')), 'what was better')
  await page.click('.banner.offer .primary')
  await movesAre(page, 'a1')
  await playMouse(page, [4])
  same(await page.locator('.banner.offer').count(), 0, 'a good move is not complained of')
  await clickCell(page, 1) // and the first player's turn: another blunder, which is kept
  await until(async () => (await moves(page)).length === 3, 'the move')
})

test('from mistake to mistake, and along the graph', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await playMouse(page, [6, 7, 8, 0]) // b1 loses; c1 lets go of the win? the analysis knows
  await page.click('button.toggle >> nth=0')
  await until(
    async () => (await page.locator('.graph .point').count()) === 5,
    'every position has a point',
  )
  await until(
    async () => (await page.locator('.moves .mistake').count()) >= 1,
    'mistakes are marked',
  )
  // The position before a mistake is looked at: `data-ply` counts the moves that led to it.
  const marked = await page
    .locator('.moves [data-ply]:has(.mistake)')
    .evaluateAll(all => all.map(one => Number(one.dataset.ply) - 1))
  ok(marked.length >= 2, `two mistakes at least: ${marked}`)
  await page.keyboard.press('<')
  await page.waitForSelector('.banner.past')
  const looked = () =>
    page.evaluate(() => Number(document.querySelector('[aria-current=step]')?.dataset.ply ?? 0))
  const go = async (press, to) => {
    await press()
    await until(
      async () => (await looked()) === to && /better/i.test(await text(page, '.banner.past')),
      `the mistake after ${to} moves, with the better move`,
    )
  }
  for (const ply of marked.filter(one => one > 0)) await go(() => page.keyboard.press('m'), ply)
  ok(await named(page, 'Next mistake').isDisabled(), 'there is no further one')
  const back = [...marked].reverse().slice(1)
  for (const [i, ply] of back.entries())
    await go(
      () => (i % 2 ? named(page, 'Previous mistake').click() : page.keyboard.press('M')),
      ply,
    )
  ok(await named(page, 'Previous mistake').isDisabled(), 'none before the first')
  const box = await page.locator('.graph svg').boundingBox()
  await page.mouse.click(box.x + 4, box.y + box.height / 2)
  await until(
    async () => (await page.locator('.pieces .mark').count()) === 0,
    'a click on the graph looks at the beginning',
  )
  ok(/exact/.test(await text(page, '.graph-text')), 'how sure the point is')
  await page.keyboard.press('Escape')
  await until(async () => (await page.locator('.pieces .mark').count()) === 4, 'back to the game')
})

test('while alpha-beta thinks every move has a value and its kind', async () => {
  const page = await newGame(await newBrowser(), 'connect4', ['human', 'human'])
  await page.locator('.seat-name').first().click()
  await page.locator('dialog .seat-picker select').nth(1).selectOption('alphabeta')
  await page.locator('dialog .seat-picker input').nth(1).fill('time=3,hash=16')
  await page.click('dialog [type=submit]')
  await until(async () => (await page.locator('dialog').count()) === 0, 'seated')
  await clickCell(page, 38)
  await until(async () => (await page.locator('.note').count()) === 7, 'seven values')
  ok((await page.locator('.note.bound').count()) >= 4, 'most are bounds')
  ok(/≤/.test((await page.locator('.note.bound').allTextContents()).join(' ')), 'which says so')
  ok(/depth \d+/.test(await text(page, '.facts')), 'the depth')
  await named(page, 'Move now').click()
  await until(async () => (await moves(page)).length === 2, 'and moves when told to')
})

test('whoever thinks, the moves have values: minimax, and levels that judge one by one', async () => {
  for (const [game, player, cell] of [
    ['connect4', 'minimax:depth=8', 38],
    ['gomoku', 'level:9', 112],
  ]) {
    const page = await newGame(await newBrowser(), game, ['human', 'human'])
    await page.evaluate(() => {
      window.most = 0
      new MutationObserver(() => {
        window.most = Math.max(window.most, document.querySelectorAll('.note.estimate').length)
        window.facts ??= /depth \d/.exec(document.querySelector('.facts')?.textContent ?? '')?.[0]
      }).observe(document.body, { subtree: true, childList: true })
    })
    await page.locator('.seat-name').first().click()
    const [name, options] = player.split(/:(?=depth)/)
    await page.locator('dialog .seat-picker select').nth(1).selectOption(name)
    if (options) await page.locator('dialog .seat-picker input').nth(1).fill(options)
    await page.click('dialog [type=submit]')
    await until(async () => (await page.locator('dialog').count()) === 0, 'seated')
    await clickCell(page, cell)
    await until(async () => (await page.evaluate(() => window.most)) >= 2, `values by ${player}`)
    ok(await page.evaluate(() => window.facts), `the depth of ${player}`)
    const now = named(page, 'Move now')
    if (await now.isEnabled()) await now.click({ timeout: 1000 }).catch(() => {})
    await until(async () => (await moves(page)).length === 2, `${player} moves`)
  }
})

test('every search leaves its values on the moves', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await playMouse(page, [6, 7]) // b1 loses
  const found = await page.evaluate(async () => {
    const token = document.querySelector('meta[name="zermelo-token"]').content
    const address = `/api/games/${location.hash.split('/').pop()}`
    const library = await (await fetch('/api/library')).json()
    const info = library.games.find(one => one.game === 'tictactoe')
    const found = {}
    for (const name of [...info.searches, 'alphabeta:hash=0']) {
      const by =
        name === 'alphazero'
          ? `alphazero:net=${info.nets[0]},sims=200`
          : name === 'uct'
            ? 'uct:sims=3000'
            : name
      if (name === 'random') continue
      await fetch(`${address}/analyse`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Zermelo-Token': token },
        body: JSON.stringify({ on: true, by }),
      })
      for (let i = 0; i < 200 && !found[name]; i++) {
        const { thinking } = await (await fetch(address)).json()
        if (thinking?.done && thinking.by === by) found[name] = thinking
        else await new Promise(done => setTimeout(done, 50))
      }
    }
    return found
  })
  ok(Object.keys(found).length >= 10, Object.keys(found).join())
  for (const [name, thinking] of Object.entries(found)) {
    const kinds = thinking.moves.map(move => move.kind)
    // A proof may end before every move was looked at.
    const proves = ['mcts', 'alphazero', 'pns'].includes(name)
    ok(kinds.length === 7 || (proves && kinds.length > 0), `${name}: ${kinds}`)
    ok(
      kinds.every(kind => /^(exact|bound|estimate)$/.test(kind)),
      `${name}: ${kinds}`,
    )
    const best = thinking.moves.find(move => move.move === thinking.line[0])
    ok(best && (best.value > 0 || best.low > 0), `${name} finds the win: ${JSON.stringify(best)}`)
  }
})

test('each point of the graph tells which search made it, and how deep', async () => {
  const page = await newGame(await newBrowser(), 'connect4', ['human', 'human'])
  await page.locator('.seat-name').first().click()
  for (const [i, [name, options]] of [
    ['alphabeta', 'depth=4,hash=1'],
    ['minimax', 'depth=3'],
  ].entries()) {
    await page.locator('dialog .seat-picker select').nth(i).selectOption(name)
    await page.locator('dialog .seat-picker input').nth(i).fill(options)
  }
  await page.click('dialog [type=submit]')
  await until(async () => (await page.locator('.graph .point').count()) >= 6, 'six points')
  await named(page, 'Pause').click()
  const titles = await page.locator('.graph .point title').allTextContents()
  for (const [i, title] of titles.slice(0, 6).entries()) {
    const expected =
      i % 2 ? /minimax:depth=3 · depth 3 · / : /alphabeta:depth=4,hash=1 · depth 4 · /
    ok(expected.test(title), `point ${i}: ${title}`)
  }
  const box = await page.locator('.graph svg').boundingBox()
  await page.mouse.move(box.x + 4, box.y + box.height / 2)
  await until(
    async () => /^start .*alphabeta:depth=4,hash=1 · depth 4/.test(await text(page, '.graph-text')),
    'pointing at it tells the same',
  )
})

test('a net that the server was given sits at the table', async () => {
  const page = await open(await newBrowser(), '#/play')
  await page.click('[data-game=tictactoe]')
  await page.locator('.seat-picker select').nth(0).selectOption('human')
  await page.locator('.seat-picker select').nth(1).selectOption('alphazero')
  same(await page.locator('.seat-picker input').nth(1).inputValue(), `net=${net}`, 'the net')
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.table')
  await clickCell(page, 0)
  await until(async () => (await moves(page)).length === 2, 'it answers')
  same((await moves(page))[1], 'b2', 'with the one move that holds')
})

test('dice are shown and told; moves that are not on a board are buttons', async () => {
  const page = await newGame(await newBrowser(), 'pig', ['human', 'human'])
  await page.locator('.extra-moves [data-move=roll]').click()
  await until(async () => (await page.locator('.strip .die').count()) === 1, 'a die')
  const face = await page.locator('.strip .die').getAttribute('aria-label')
  ok(/^die: [1-6]$/.test(face), face)
  const pips = await page.locator('.strip .die circle').count()
  same(`die: ${pips}`, face, 'its pips')
})

test('coordinates, and the evaluation in numbers', async () => {
  const page = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  const names = await page.locator('.board-panel svg text').allTextContents()
  for (const name of ['a', 'b', 'c', '1', '2', '3']) ok(names.includes(name), `${name} at the edge`)
  await playMouse(page, [6, 7])
  await page.click('button.toggle >> nth=0')
  const bar = page.locator('.evalbar')
  await until(async () => (await bar.getAttribute('aria-valuenow')) === '100', 'the first one wins')
  same(await bar.locator('.number').innerText(), '+1', 'the number')
  const part = await bar.evaluate(element => element.style.getPropertyValue('--win'))
  same(part, '1', 'win, draw and loss')
  ok(/exact/.test(await text(page, '.facts')), 'how sure it is')
})

test('cards are seen by their owner alone; the seat is handed over', async () => {
  const page = await open(await newBrowser(), '#/play')
  await page.waitForSelector('[data-game]')
  if (!process.env.KUHN) return // the plug-in is not built here
  await page.click('[data-game=kuhn]')
  for (const select of await page.locator('.seat-picker select').all())
    await select.selectOption('human')
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.handover')
  same(await page.locator('.board-panel').count(), 0, 'nothing is shown before somebody says who')
  await page.click('.handover .primary')
  await page.waitForSelector('.table')
  same(await page.locator('svg.card:not(.back)').count(), 1, 'one card is open: the own')
  same(await page.locator('svg.card.back').count(), 1, 'the other lies face down')
  const mine = await page.locator('svg.card:not(.back)').getAttribute('aria-label')
  await page.locator('.extra-moves button').first().click()
  await page.waitForSelector('.handover') // the other's turn
  ok(!(await page.content()).includes(mine), 'the card is gone from the page')
  await page.click('.handover .primary')
  await page.waitForSelector('.table')
  const other = await page.locator('svg.card:not(.back)').getAttribute('aria-label')
  ok(other !== mine, 'the other sees another card')
})

test('any notation is read without being named', async () => {
  const page = await open(await newBrowser(), '#/play')
  const load = async (what, from = '#/play') => {
    await page.goto(base + from)
    await page.waitForSelector('.home-head')
    await page.click('.home-head .labelled')
    await page.fill('dialog textarea', what)
    await page.click('dialog [type=submit]')
    await page.waitForSelector('.table')
    return page.locator('.game-title').evaluate(title => title.firstChild.textContent)
  }
  same(await load('(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gc])'), 'Go', 'SGF')
  same((await moves(page)).length, 3, 'its moves')
  same(await load('f5d6c3'), 'Othello', 'a list of moves')
  await movesAre(page, 'f5 d6 c3')
  same(
    await load('[Event "?"]\n[Game "connect4"]\n\n1. 4 4 2. 5 {why not} *\n'),
    'Connect Four',
    'PGN',
  )
  await movesAre(page, '4 4 5')
  same(
    await load(
      '(;GM[Othello]PC[x]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)',
    ),
    'Othello',
    'GGF',
  )
  // A position as the game writes it, read where its game is on the table.
  const table = await newGame(await newBrowser(), 'tictactoe', ['human', 'human'])
  await table.keyboard.press('o')
  await table.fill('dialog textarea', '.../.X./..O')
  await table.click('dialog [type=submit]')
  await until(
    async () => (await table.locator('.pieces .mark').count()) === 2,
    'a position in one line',
  )
  same((await labels(table)).filter(label => /cross/.test(label)).length, 1, 'a cross')
})

for (const width of [390, 360])
  test(`nothing scrolls sideways at ${width} pixels, dark`, async () => {
    const context = await newBrowser({
      viewport: { width, height: 780 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
      locale: 'fr-FR',
    })
    const page = await open(context)
    await page.waitForSelector('[data-game]')
    for (const hash of [
      '#/play',
      '#/watch',
      '#/watch/store',
      '#/learn/steps?tree=not-uniform&search=alphabeta',
      '#/learn/steps?tree=chance-pruned&search=expectiminimax:prune=star2&other=expectiminimax',
      '#/learn/exercise?tree=two-ply&search=alphabeta',
      '#/learn/real?game=tictactoe&search=alphabeta',
    ]) {
      await page.goto(base + hash)
      await page.waitForTimeout(700)
      same(await tooWide(page), 0, `${hash} is too wide by`)
      const [ground, ink] = await page.evaluate(() => {
        const style = getComputedStyle(document.body)
        return [getComputedStyle(document.documentElement).backgroundColor, style.color]
      })
      const light = colour =>
        colour
          .match(/\d+/g)
          .slice(0, 3)
          .reduce((sum, part) => sum + Number(part), 0) / 3
      ok(light(ground) < 80 && light(ink) > 150, `${hash} is dark: ${ground}, ${ink}`)
    }
    for (const game of ['go', 'gomoku', 'pig']) {
      await page.goto(`${base}#/play`)
      await page.click(`[data-game=${game}]`)
      const out = await page.evaluate(() => {
        const edge = document.querySelector('dialog').getBoundingClientRect().right - 4
        return [...document.querySelectorAll('dialog *')]
          .filter(
            one => one.getBoundingClientRect().right > edge && one.matches('button, select, input'),
          )
          .map(one => one.outerHTML.slice(0, 60))
      })
      same(out, [], `sticks out of the dialog of ${game}`)
      await page.click('.new-game [type=submit]')
      await page.waitForSelector('.table')
      await page.click('button.toggle >> nth=0')
      await page.waitForTimeout(600)
      same(await tooWide(page), 0, `${game} with its analysis is too wide by`)
    }
  })

test('what is wrong is said in French, and so is how a level plays', async () => {
  const page = await open(await newBrowser({ locale: 'fr-FR' }), '#/play')
  await page.click('.home-head .labelled')
  await page.fill('dialog textarea', 'complete nonsense')
  await page.click('dialog [type=submit]')
  await until(
    async () => /^aucun jeu ne lit cela/.test(await text(page, 'dialog .problem')),
    'la phrase',
  )
  await page.keyboard.press('Escape')
  await page.click('[data-game=connect4]')
  await page.locator('.seat-picker select').nth(1).selectOption('level:2')
  await page.click('.new-game [type=submit]')
  await page.waitForSelector('.table')
  ok(
    (await page.locator('.seat .about').allInnerTexts()).some(about =>
      /niveau 2 sur 10/.test(about),
    ),
    'le niveau',
  )
  await page.fill('.type-move input', '9')
  await page.press('.type-move input', 'Enter')
  await until(
    async () => /n’est pas un coup légal/.test(await page.locator('body').innerText()),
    'le coup refusé',
  )
})

test('without SharedWorker only a tab that is seen holds a stream', async () => {
  const context = await newBrowser()
  await context.addInitScript(() => {
    delete window.SharedWorker
    window.streams = []
    const Source = window.EventSource
    window.EventSource = class extends Source {
      constructor(...args) {
        super(...args)
        window.streams.push(this)
      }
    }
    window.see = seen => {
      Object.defineProperty(document, 'hidden', { value: !seen, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
  const page = await newGame(context, 'connect4', ['human', 'human'])
  const other = await open(context, new URL(page.url()).hash)
  await other.waitForSelector('.table')
  const opened = tab =>
    tab.evaluate(() => window.streams.filter(one => one.readyState === 1).length)
  await until(async () => (await opened(page)) === 1, 'a tab that is seen has a stream')
  await page.evaluate(() => window.see(false))
  same(await opened(page), 0, 'streams of a hidden tab')
  await other.fill('.type-move input', '4')
  await other.press('.type-move input', 'Enter')
  await movesAre(other, '4')
  same((await moves(page)).length, 0, 'the hidden tab has heard nothing')
  await page.evaluate(() => window.see(true))
  await movesAre(page, '4')
})

await run('--plugin', net, ...(process.env.KUHN ? ['--plugin', process.env.KUHN] : []))
