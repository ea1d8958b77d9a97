/* harness.mjs -- what the browser tests share: a server of our own on a free port, Debian's Chromium,
 * and lines of TAP. Every page that a test opens is watched: an error in the console, an answer of
 * 5xx or a request to any other host fails the test. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const program = process.env.ZERMELO ?? new URL('../../build/zermelo', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'zermelo-page-'))
const store = join(folder, 'store.db')

let server = null
export let base = ''
let browser = null
const complaints = []

/** Starts the server; again on the same port after stopServer(). */
export async function startServer(...more) {
  const port = base ? new URL(base).port : '0'
  server = spawn(program, ['serve', '--port', port, '--store', store, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
  })
  base = await new Promise((found, failed) => {
    let said = ''
    server.stdout.on('data', data => {
      const address = /http:\/\/\S+/.exec((said += data))
      if (address) found(address[0])
    })
    server.on('exit', code => failed(new Error(`the server ended with ${code}`)))
  })
}

export async function stopServer() {
  if (!server) return
  const ended = new Promise(done => server.once('exit', done))
  server.kill('SIGTERM')
  const code = await ended
  server = null
  if (code !== 0) throw new Error(`the server ended with ${code} on SIGTERM`)
}

/** As a power cut would. */
export async function killServer() {
  const ended = new Promise(done => server.once('exit', done))
  server.kill('SIGKILL')
  await ended
  server = null
}

/** A browser of its own: nothing is known from before. */
export async function newBrowser(options = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  return browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en-GB', ...options })
}

/** A tab at an address of the page. `forgive`: the server will be away for a while. */
export async function open(context, hash = '', { forgive = false } = {}) {
  const page = await context.newPage()
  page.on('request', request => {
    if (!request.url().startsWith(base) && !/^(blob|data):/.test(request.url()))
      complaints.push(`asked for ${request.url()}`)
  })
  page.on('response', response => {
    const refused = response.url().includes('/api/') ? 500 : 400
    if (response.status() >= refused) complaints.push(`${response.status()} ${response.url()}`)
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    const answer = /^Failed to load resource/.test(message.text()) // judged above
    if (message.type() === 'error' && !answer && !forgive) complaints.push(message.text())
  })
  await page.goto(base + hash)
  return page
}

/* ---- TAP ---- */

const tests = []
export const test = (name, body) => tests.push({ name, body })

export function ok(fact, what) {
  if (!fact) throw new Error(what)
}

export function same(is, expected, what) {
  const [a, b] = [JSON.stringify(is), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what}: ${a}, expected ${b}`)
}

/** Wait until a condition holds. */
export async function until(condition, what, seconds = 15) {
  const end = Date.now() + 1000 * seconds
  for (;;) {
    if (await condition()) return
    if (Date.now() > end) throw new Error(`never happened: ${what}`)
    await new Promise(done => setTimeout(done, 40))
  }
}

/** What the tabs of a failed test look like, in the folder that SCREENSHOTS names. */
async function pictures(name) {
  if (!process.env.SCREENSHOTS) return
  const pages = browser?.contexts().flatMap(context => context.pages()) ?? []
  for (const [i, page] of pages.entries())
    await page
      .screenshot({ path: join(process.env.SCREENSHOTS, `${name} ${i}.png`) })
      .catch(() => {})
}

/** Run the tests, with a server that is given `options` as well. */
export async function run(...options) {
  const wanted = process.argv[2]
  const chosen = tests.filter(({ name }) => !wanted || name.includes(wanted))
  console.log(`1..${chosen.length}`)
  let failed = 0
  try {
    await startServer(...options)
    for (const [i, { name, body }] of chosen.entries()) {
      complaints.length = 0
      const begun = Date.now()
      try {
        await body()
        if (complaints.length > 0) throw new Error(complaints.join('\n'))
        console.log(`ok ${i + 1} - ${name}`)
      } catch (error) {
        failed++
        await pictures(name)
        console.log(`not ok ${i + 1} - ${name}`)
        console.log(`# ${String(error.stack ?? error).replaceAll('\n', '\n# ')}`)
      }
      console.log(`# ${Date.now() - begun} ms`)
      for (const context of browser?.contexts() ?? []) await context.close()
    }
    await stopServer()
  } finally {
    await browser?.close()
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = failed > 0 ? 1 : 0
}
