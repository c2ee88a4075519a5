import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { openDatabase } from '#db/open.ts'
import { ENTRY_MAX_KB, entryKb } from '#tests/support/entry-size.ts'
import { table } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { spread } from './statistics.ts'
import { visitsTo, type WebVisit } from './web-visits.ts'
import { namePresses, type Press, readVitals, recordVitals } from './web-vitals.ts'

export interface WebBenchOptions {
  people: number
  /** Visits to each page. */
  visits: number
  dataDir: string
  onStep(text: string): void
  onProgress(done: number, total: number): void
}

export interface WebBenchResult {
  people: number
  pages: PageResult[]
  /** Scripts that the home page loads before any press, in KB as compressed by brotli. */
  entryKb: number
}

interface PageResult {
  path: string
  /** For a new browser, and for a returning one: one figure per visit. */
  firstLcp: number[]
  againLcp: number[]
  /** First contentful paint in a new browser behind a network of 400 kbit/s. */
  slowPaint: number[]
  /** The time until a returning user's own rows are painted; empty if the page has none. */
  ownRows: number[]
  /** Layout shifts during loading, and during use: those not caused by a recent press. */
  clsArriving: number[]
  clsInUse: number[]
  acts: Act[]
  /** The same acts on a processor of a quarter of the speed. */
  slowActs: Act[]
}

/** One action: the time of its key presses, and the work of the page's main thread until it ended. */
interface Act {
  kind: string
  /**
   * The time from press to next paint, the longest of its events; 0 below the browser's minimum of
   * 16 ms.
   */
  ms: number
  /** Processor time of the main thread, which load beside it does not change. */
  workMs: number
}

/** The most that each may be. */
const BARS = { lcp: 900, cls: 0.01, act: 40, slowAct: 200, slowPaint: 2500, ownRows: 500 }

const FIRST_SEED = 1
/** After a page has loaded: for late paints and shifts. A device's live request never ends. */
const SETTLE_MS = 2_500
/** Longer than the work of any act, so that none waits for the one before. */
const PAUSE_MS = 400
const SLOWDOWN = 4
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
/** 400 kbit/s, and a tenth of a second for each exchange. */
const SLOW_NETWORK = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 100 }

/** The account's list that is visited, and its members. */
const LIST = '00000000-0000-4000-8000-00000000b1b2'
const MEMBERS = 100

/** Web vitals of the built app in a real Chromium, at desktop width, unthrottled and throttled. */
export async function benchWeb(options: WebBenchOptions): Promise<WebBenchResult> {
  const { people, dataDir, onStep } = options
  onStep(`${people.toLocaleString('en')} people: opening ${dataDir} …`)
  // The first start creates the development accounts.
  await (await startServerProcess(dataDir)).stop('SIGTERM')
  const personId = await findPerson(options)
  const server = await startServerProcess(dataDir)
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  try {
    const pages: PageResult[] = []
    for (const visit of visitsTo(personId, LIST)) {
      onStep(`Visiting ${visit.path} …`)
      pages.push(await measurePage(browser, server, visit, options.visits))
    }
    return { people, pages, entryKb: await entryKb() }
  } finally {
    await browser.close()
    await server.stop('SIGTERM')
  }
}

/**
 * Fills the list.
 * @returns the id of a person with contacts, from a directory that is generated where there is none.
 */
async function findPerson({ people, dataDir, onProgress }: WebBenchOptions): Promise<string> {
  const { sql, close } = await openDatabase({ dataDir })
  try {
    const find = () => sql<{ id: string }[]>`select id from candidates limit 1`
    if ((await find()).length === 0) {
      await seedDirectory(sql, { people, seed: FIRST_SEED, onProgress })
    }
    await sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      select ${LIST}, id, 'Bench', now(), now() from users where email = 'monthly@clinidex.test'
      on conflict (owner_id, id) do update set deleted_at = null`
    await sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      select l.id, c.id, l.owner_id, now()
      from lists l, (select id from candidates order by ordinal limit ${MEMBERS}) c
      where l.id = ${LIST} on conflict do nothing`
    const [person] = await sql<{ id: string }[]>`
      select candidate_id as id from candidate_contacts limit 1`
    return person?.id ?? ''
  } finally {
    await close()
  }
}

async function measurePage(
  browser: Browser,
  server: ServerProcess,
  visit: WebVisit,
  visits: number,
): Promise<PageResult> {
  const { path } = visit
  const result: PageResult = {
    path,
    firstLcp: [],
    againLcp: [],
    slowPaint: [],
    ownRows: [],
    clsArriving: [],
    clsInUse: [],
    acts: [],
    slowActs: [],
  }
  const address = new URL(path, server.searchUrl).href
  for (let count = 0; count < visits; count += 1) {
    const onSlowNetwork = await openContext(browser, server, visit)
    result.slowPaint.push(await firstPaint(onSlowNetwork, address))
    await onSlowNetwork.close()

    const context = await openContext(browser, server, visit)
    const first = await openPage(context, address)
    result.firstLcp.push((await readVitals(first)).lcp)
    if (visit.ownRows) await first.locator(visit.ownRows).first().waitFor()
    // A returning user's rows are kept, and the files of the app stored: both begin once rows are shown.
    await first.waitForTimeout(visit.ownRows ? KEPT_MS : 0)
    await first.close()
    if (visit.ownRows) result.ownRows.push(await untilRows(context, address, visit.ownRows))
    const again = await openPage(context, address)
    const arrived = await readVitals(again)
    result.againLcp.push(arrived.lcp)
    result.clsArriving.push(arrived.cls)
    result.acts.push(...(await actOn(again, visit)))
    result.clsInUse.push((await readVitals(again)).cls - arrived.cls)
    await again.close()
    const slow = await openPage(context, address)
    result.slowActs.push(...(await actOn(slow, visit, SLOWDOWN)))
    await context.close()
  }
  return result
}

const KEPT_MS = 5_000

async function openContext(
  browser: Browser,
  server: ServerProcess,
  { isPhone, isSignedIn }: WebVisit,
): Promise<BrowserContext> {
  const context = await browser.newContext(
    isPhone ? { viewport: PHONE, hasTouch: true, isMobile: true } : { viewport: DESK },
  )
  if (isSignedIn) await bringCookies(context, server)
  await recordVitals(context)
  return context
}

async function openPage(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_MS)
  return page
}

/** Its first paint in a new browser, in ms. */
async function firstPaint(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_NETWORK })
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint')
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}

/** The time from navigation until the frame that shows a row is painted, in ms. */
async function untilRows(context: BrowserContext, address: string, row: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  const taken = await page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        // Unnamed functions only: the compiler's helper that names functions does not exist in the page.
        const timer = setInterval(() => {
          if (!document.querySelector(selector)) return
          clearInterval(timer)
          // The next task after a frame's callbacks runs after its paint.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        }, 4)
      }),
    row,
  )
  await page.close()
  return taken
}

/** Does a visit's acts one by one. */
async function actOn(page: Page, visit: WebVisit, slowdown = 1): Promise<Act[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const acts: Omit<Act, 'ms'>[] = []
  await visit.act(page, async (kind, keyOrPlace, at) => {
    const press =
      typeof keyOrPlace === 'string'
        ? () => page.keyboard.press(keyOrPlace)
        : await reach(page, visit, keyOrPlace, at)
    await namePresses(page, `${acts.length}`)
    const before = await workOf(devtools)
    await press()
    await page.waitForTimeout(PAUSE_MS)
    acts.push({ kind, workMs: (await workOf(devtools)) - before })
  })
  const { presses } = await readVitals(page)
  const longest = (index: number) =>
    Math.max(0, ...presses.filter(({ kind }) => kind === `${index}`).map(({ ms }: Press) => ms))
  return acts.map((act, index) => ({ ...act, ms: longest(index) }))
}

/**
 * Brings a place into view, and the pointer onto it: no part of a press.
 * @returns the press, by input events alone. Playwright's own click first searches the page by role, and
 * tests what is hit in each event: up to 250 ms of main thread where a list's cards are laid out when seen.
 */
async function reach(
  page: Page,
  { isPhone }: WebVisit,
  place: Locator,
  at?: { x: number; y: number },
): Promise<() => Promise<void>> {
  const element = await place.elementHandle()
  if (isPhone) await element?.scrollIntoViewIfNeeded()
  else await element?.hover({ position: at })
  await page.waitForTimeout(PAUSE_MS)
  const box = await element?.boundingBox()
  if (!box) throw new Error(`Not on the page any more: ${place}.`)
  const { x, y } = at ?? { x: box.width / 2, y: box.height / 2 }
  return () => page.mouse.click(box.x + x, box.y + y)
}

/** The processor time of the page's main thread so far, in ms. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function bringCookies(context: BrowserContext, { searchUrl, cookie }: ServerProcess) {
  const { origin } = new URL(searchUrl)
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return { name, value, url: origin }
    }),
  )
}

/** The vitals of each page, and of each kind of act, as text; what misses its bar is marked. */
export function webReport({ people, pages, entryKb }: WebBenchResult): string {
  const ms = (value: number, bar = Number.POSITIVE_INFINITY) =>
    `${Math.round(value)}${value > bar ? ' !' : ''}`
  const worst = (values: number[], bar: number) =>
    values.length > 0 ? ms(spread(values).max, bar) : '-'
  const shift = (values: number[]) => {
    const { max } = spread(values)
    return `${max.toFixed(4)}${max > BARS.cls ? ' !' : ''}`
  }
  const acts = pages.flatMap((page) => page.acts)
  const slowActs = pages.flatMap((page) => page.slowActs)
  const { lcp, cls, act, slowAct, slowPaint, ownRows } = BARS
  return [
    `Web vitals, ${people.toLocaleString('en')} people, Chromium; worst of ${pages[0]?.firstLcp.length} visits in ms, "!" where a bar is missed`,
    table([
      [
        ...[
          'page',
          `LCP first (≤ ${lcp})`,
          `again (≤ ${lcp})`,
          `painted at 400 kbit/s (≤ ${slowPaint})`,
        ],
        ...[`own rows (≤ ${ownRows})`, `CLS (≤ ${cls})`, 'CLS in use'],
      ],
      ...pages.map((page) => [
        page.path,
        worst(page.firstLcp, lcp),
        worst(page.againLcp, lcp),
        worst(page.slowPaint, slowPaint),
        worst(page.ownRows, ownRows),
        shift(page.clsArriving),
        shift(page.clsInUse),
      ]),
    ]),
    'From press to painted answer; 0 below 16 ms, the browser’s minimum. Work is processor time of the main thread: a worst press with no more of it than the median waited, as for other processes',
    table([
      [
        ...['act', 'done', 'p50', `worst (≤ ${act})`, 'work p50', 'of the worst'],
        ...[`${SLOWDOWN}× slower p50`, `worst (≤ ${slowAct})`, 'work p50', 'of the worst'],
      ],
      ...[...new Set(acts.map(({ kind }) => kind))].map((kind) => {
        const of = (all: Act[], bar: number) => {
          const some = all.filter((each) => each.kind === kind).sort((a, b) => a.ms - b.ms)
          const times = some.map((each) => each.ms)
          const work = some.map((each) => each.workMs)
          return [
            ms(spread(times).p50),
            worst(times, bar),
            ms(spread(work).p50),
            ms(work.at(-1) ?? 0),
          ]
        }
        const done = acts.filter((each) => each.kind === kind).length
        return [kind, String(done), ...of(acts, act), ...of(slowActs, slowAct)]
      }),
    ]),
    `Entry JavaScript: ${entryKb.toFixed(1)} KB brotli (≤ ${ENTRY_MAX_KB})${entryKb > ENTRY_MAX_KB ? ' !' : ''}`,
  ].join('\n\n')
}
