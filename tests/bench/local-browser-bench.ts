import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import { openDatabase } from '#db/open.ts'
import { table, whole } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** The longest list allowed; the account gets one. */
const MEMBERS = 10_000
const LIST = '00000000-0000-4000-8000-00000000b0b0'
const TIMEOUT_MS = 300_000
/** Time for the first paint's answers to be stored. */
const SETTLE_MS = 3_000

/** Wall-clock milliseconds, on a machine that may be busy. */
export interface LocalBrowserResult {
  members: number
  /** From navigation to the first live request: database created, every row fetched. */
  firstStart: number
  /** The same with an existing database, in a browser just started. */
  warmStart: number
  /** In a browser just started, offline, until the lists are shown. */
  offlineStart: number
}

/** Measures the device in a real Chromium. `dataDir` holds a directory larger than a list. */
export async function benchLocalBrowser(
  dataDir: string,
  onStep: (step: string) => void,
): Promise<LocalBrowserResult> {
  // The first start creates the development accounts.
  await (await startServerProcess(dataDir)).stop('SIGTERM')
  await fillList(dataDir)
  const server = await startServerProcess(dataDir)
  const profile = await mkdtemp(join(tmpdir(), 'clinidex-bench-profile-'))
  try {
    onStep('First start in a new browser')
    const firstStart = await withBrowser(profile, server, untilLive)
    onStep('Warm start')
    const warmStart = await withBrowser(profile, server, untilLive)
    onStep('Warm start with no network')
    const offlineStart = await withBrowser(profile, server, untilListsOffline)
    return { members: MEMBERS, firstStart, warmStart, offlineStart }
  } finally {
    await server.stop('SIGTERM')
    await rm(profile, { recursive: true, force: true })
  }
}

export function localBrowserReport(result: LocalBrowserResult): string {
  const { members, firstStart, warmStart, offlineStart } = result
  return [
    `In Chromium, ${whole(members)} members on the device`,
    table([
      ['first start, database made and rows fetched', `${whole(firstStart)} ms`],
      ['warm start, rows caught up', `${whole(warmStart)} ms`],
      ['warm start with no network, lists on screen', `${whole(offlineStart)} ms`],
    ]),
  ].join('\n')
}

async function fillList(dataDir: string): Promise<void> {
  const { sql, close } = await openDatabase({ dataDir })
  try {
    await sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      select ${LIST}, id, 'Ten thousand', now(), now() from users
      where email = 'monthly@clinidex.test' on conflict do nothing`
    await sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      select l.id, c.id, l.owner_id, now() from lists l, (select id from candidates limit ${MEMBERS}) c
      where l.id = ${LIST} on conflict do nothing`
  } finally {
    await close()
  }
}

async function withBrowser(
  profile: string,
  { searchUrl, cookie }: ServerProcess,
  measure: (page: Page, context: BrowserContext, address: string) => Promise<number>,
): Promise<number> {
  const { origin } = new URL(searchUrl)
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  try {
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        return { name, value, url: origin }
      }),
    )
    return await measure(await context.newPage(), context, `${origin}/lists`)
  } finally {
    await context.close()
  }
}

async function untilLive(page: Page, _context: BrowserContext, address: string): Promise<number> {
  const startedAt = performance.now()
  const live = page.waitForRequest('**/api/shapes/live', { timeout: TIMEOUT_MS })
  await page.goto(address)
  await live
  const taken = performance.now() - startedAt
  await page.waitForTimeout(SETTLE_MS)
  return taken
}

async function untilListsOffline(
  page: Page,
  context: BrowserContext,
  address: string,
): Promise<number> {
  await context.setOffline(true)
  const startedAt = performance.now()
  await page.goto(address)
  await page.getByRole('row').nth(1).waitFor({ timeout: TIMEOUT_MS })
  return performance.now() - startedAt
}
