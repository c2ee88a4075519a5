import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { openDatabase } from '#db/open.ts'
import { table } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { spread } from './statistics.ts'
import { visitsTo, type WebVisit } from './web-visits.ts'
import { type Press, readVitals, recordVitals } from './web-vitals.ts'

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
  /** Layout shifts during loading, and during use: those not caused by a recent press. */
  clsArriving: number[]
  clsInUse: number[]
  presses: Press[]
}

const FIRST_SEED = 1
/** After the network is idle: for late paints and shifts. */
const SETTLE_MS = 500
const BUILD = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Web vitals of the built app in a real Chromium, at desktop width, unthrottled. */
export async function benchWeb(options: WebBenchOptions): Promise<WebBenchResult> {
  const { people, dataDir, onStep } = options
  onStep(`${people.toLocaleString('en')} people: opening ${dataDir} …`)
  const personId = await findPerson(options)
  const server = await startServerProcess(dataDir)
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  try {
    const pages: PageResult[] = []
    for (const visit of visitsTo(personId)) {
      onStep(`Visiting ${visit.path} …`)
      pages.push(await measurePage(browser, server, visit, options.visits))
    }
    return { people, pages, entryKb: await entryKb() }
  } finally {
    await browser.close()
    await server.stop('SIGTERM')
  }
}

/** @returns one person's id, from a directory that is generated where there is none. */
async function findPerson({ people, dataDir, onProgress }: WebBenchOptions): Promise<string> {
  const database = await openDatabase({ dataDir })
  try {
    const find = () => database.sql<{ id: string }[]>`select id from candidates limit 1`
    if ((await find()).length === 0) {
      await seedDirectory(database.sql, { people, seed: FIRST_SEED, onProgress })
    }
    const [person] = await find()
    return person?.id ?? ''
  } finally {
    await database.close()
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
    clsArriving: [],
    clsInUse: [],
    presses: [],
  }
  const address = new URL(path, server.searchUrl).href
  for (let count = 0; count < visits; count += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    if (visit.isSignedIn) await bringCookies(context, server)
    await recordVitals(context)
    const first = await openPage(context, address)
    result.firstLcp.push((await readVitals(first)).lcp)
    await first.close()
    const again = await openPage(context, address)
    const arrived = await readVitals(again)
    await visit.press(again)
    const used = await readVitals(again)
    result.againLcp.push(arrived.lcp)
    result.clsArriving.push(arrived.cls)
    result.clsInUse.push(used.cls - arrived.cls)
    result.presses.push(...used.presses)
    await context.close()
  }
  return result
}

async function openPage(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLE_MS)
  return page
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

/** The document's own script and its preloads. */
async function entryKb(): Promise<number> {
  const html = await readFile(`${BUILD}/index.html`, 'utf8')
  const scripts = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)])
  const sizes = await Promise.all(
    [...scripts].map(async ([, path]) => (await stat(`${BUILD}${path}.br`)).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** The vitals of each page, and of each kind of press, as text. */
export function webReport({ people, pages, entryKb }: WebBenchResult): string {
  const ms = (value: number) => Math.round(value).toString()
  const presses = pages.flatMap((page) => page.presses)
  const kinds = [...new Set(presses.map(({ kind }) => kind))]
  return [
    `Web vitals, ${people.toLocaleString('en')} people, Chromium at 1440×900, unthrottled; median and worst of ${pages[0]?.firstLcp.length} visits`,
    table([
      ['page', 'LCP first', 'worst', 'LCP again', 'worst ms', 'INP ms', 'CLS', 'CLS in use'],
      ...pages.map(({ path, firstLcp, againLcp, clsArriving, clsInUse, presses }) => {
        const [first, again] = [spread(firstLcp), spread(againLcp)]
        const inp = spread(presses.map((press) => press.ms)).max
        return [
          path,
          ...[first.p50, first.max, again.p50, again.max].map(ms),
          inp > 0 ? ms(inp) : '< 16',
          spread(clsArriving).max.toFixed(4),
          spread(clsInUse).max.toFixed(4),
        ]
      }),
    ]),
    'From press to painted answer, of the presses that took 16 ms or more',
    table([
      ['press', 'counted', 'p50', 'p95', 'worst ms'],
      ...kinds.map((kind) => {
        const times = presses.filter((press) => press.kind === kind).map((press) => press.ms)
        const { p50, p95, max } = spread(times)
        return [kind, String(times.length), ms(p50), ms(p95), ms(max)]
      }),
    ]),
    `Entry JavaScript: ${entryKb.toFixed(1)} KB brotli`,
  ].join('\n\n')
}
