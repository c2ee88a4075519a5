import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { ShapeStream } from '@electric-sql/client'
import { type Browser, chromium, type Page } from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import type { Sql } from '#db/client.ts'
import { openDatabase } from '#db/open.ts'
import { insertAccount } from './bench-account.ts'
import { table } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { type Spread, spread } from './statistics.ts'

/** Live clients in total, including the two browsers. */
const CLIENTS = [2, 50, 200]
const EDITS = 60
const WARM_UP = 10
const TIMEOUT_MS = 60_000

const LIST = '00000000-0000-4000-8000-00000000b1b1'

export interface PaintedBenchResult {
  /** The time from the key press that ends an edit on one device to its paint on another. */
  painted: { clients: number; times: Spread }[]
}

/** Two devices of one account, each a real Chromium, beside official clients of other accounts. */
export async function benchPainted(
  dataDir: string,
  onStep: (step: string) => void,
): Promise<PaintedBenchResult> {
  // The first start creates the development accounts.
  const server = await startServerProcess(dataDir)
  const database = await openDatabase({ dataDir })
  const origin = new URL(server.searchUrl).origin
  const abort = new AbortController()
  // All streams listen to one signal.
  setMaxListeners(0, abort.signal)
  const browsers: Browser[] = []
  try {
    await database.sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      select ${LIST}, id, 'Edit 0', now(), now() from users where email = 'monthly@clinidex.test'
      on conflict (owner_id, id) do update set deleted_at = null`
    onStep('Opening two browsers')
    const [here, there] = [await openDevice(server, browsers), await openDevice(server, browsers)]
    const painted: PaintedBenchResult['painted'] = []
    let streams = 0
    for (const clients of CLIENTS) {
      onStep(`Editing beside ${clients - 2} other clients`)
      for (; streams < clients - 2; streams++) {
        await openStream(database.sql, dataDir, origin, abort.signal)
      }
      await edit(here, there, WARM_UP)
      painted.push({ clients, times: spread(await edit(here, there, EDITS)) })
    }
    return { painted }
  } finally {
    abort.abort()
    for (const browser of browsers) await browser.close()
    await database.close()
    await server.stop('SIGTERM')
  }
}

export function paintedReport({ painted }: PaintedBenchResult): string {
  return [
    'An edit on one device until it is painted on another, two Chromiums (p95 ≤ 150)',
    table([
      ['live clients', 'p50', 'p95', 'max ms'],
      ...painted.map(({ clients, times: { p50, p95, max } }) => [
        String(clients),
        ...[p50, p95, max].map((ms) => ms.toFixed(0)),
      ]),
    ]),
  ].join('\n')
}

async function openDevice({ searchUrl, cookie }: ServerProcess, browsers: Browser[]) {
  const { origin } = new URL(searchUrl)
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  browsers.push(browser)
  const context = await browser.newContext()
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return { name, value, url: origin }
    }),
  )
  const page = await context.newPage()
  const live = page.waitForRequest('**/api/shapes/live', { timeout: TIMEOUT_MS })
  await page.goto(`${origin}/lists/${LIST}`)
  await live
  await page.evaluate(() => {
    document.addEventListener('keydown', ({ key }) => {
      if (key !== 'Enter') return
      Object.assign(globalThis, { enteredAt: performance.timeOrigin + performance.now() })
    })
  })
  return page
}

/** Renames the list on one device this many times. @returns each time in milliseconds. */
async function edit(here: Page, there: Page, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const name = `Edit ${randomUUID()}`
    const painted = there.evaluate(untilPainted, name)
    await here.getByRole('button', { name: /^Rename/ }).click()
    await here.getByRole('textbox', { name: /^New name/ }).fill(name)
    await here.keyboard.press('Enter')
    const paintedAt = await painted
    taken.push(paintedAt - (await here.evaluate(() => enteredAt)))
    await here.getByRole('heading', { name }).waitFor()
  }
  return taken
}

declare const enteredAt: number

/** Resolves with the time (ms since 1970) after the frame that shows this heading. */
function untilPainted(name: string): Promise<number> {
  return new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('h1')?.textContent !== name) return
      observer.disconnect()
      // The next task after a frame's callbacks runs after its paint.
      requestAnimationFrame(() =>
        setTimeout(() => resolve(performance.timeOrigin + performance.now())),
      )
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** A client with an account of its own, live on its lists. */
async function openStream(sql: Sql, dataDir: string, origin: string, signal: AbortSignal) {
  const { headers } = await insertAccount(sql, dataDir)
  const stream = new ShapeStream({ url: `${origin}/api/shapes/lists`, headers, signal })
  await new Promise<void>((resolve) => {
    stream.subscribe(() => {
      if (stream.isUpToDate) resolve()
    })
  })
}
