import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { openDatabase } from '#db/open.ts'
import { cardTextSql } from '#db/schema/card-texts.ts'
import { SYNCED_TABLES } from '#db/schema/synced-tables.ts'
import { columnsOf, storedColumns } from '#sync/client/tables/local-columns.ts'
import { type BareCopies, benchCopy } from './first-start-bench.ts'
import {
  type FilledAccount,
  type FirstSync,
  firstSyncReport,
  measureFirstSync,
} from './first-sync-bench.ts'
import type { CopyInput } from './pglite-worker.ts'
import { table, whole } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** The longest list allowed; the account gets one. */
const MEMBERS = 10_000
/** The members of all lists, in the account that exports its rows. */
const TAKEN_MEMBERS = 25_000
/** The most rows that a device writes in one statement. */
const STATEMENT_ROWS = 2_500
const TIMEOUT_MS = 300_000
/** Time for the first paint's answers to be stored. */
const SETTLE_MS = 3_000

/** Wall-clock milliseconds, on a machine that may be busy. */
export interface LocalBrowserResult {
  members: number
  /** The first sync of 25,000 members, by the other work at the time. */
  firstSyncs: Record<string, FirstSync>
  /** The times of the same rows with nothing else. */
  copies: BareCopies
  /** The time from navigation to the first live request: database created, every row fetched. */
  firstStart: number
  /** The same with an existing database, in a browser just started. */
  warmStart: number
  /** The time in a browser just started, offline, until the lists are shown. */
  offlineStart: number
  /** The time from the click to the complete file, with 25,000 members on the device. */
  takeOut: number
  /** The same with no network: without what the server holds of the account. */
  offlineTakeOut: number
}

/** Measures the device in a real Chromium. */
export async function benchLocalBrowser(
  dataDir: string,
  onStep: (step: string) => void,
): Promise<LocalBrowserResult> {
  // The first start creates the development accounts.
  await (await startServerProcess(dataDir)).stop('SIGTERM')
  await fillLists(dataDir, MEMBERS)
  const starts = await withDevice(dataDir, async (profile, server) => {
    onStep('First start in a new browser')
    const firstStart = await withBrowser(profile, server, untilLive)
    onStep('Warm start')
    const warmStart = await withBrowser(profile, server, untilLive)
    onStep('Warm start with no network')
    const offlineStart = await withBrowser(profile, server, untilListsOffline)
    return { firstStart, warmStart, offlineStart }
  })
  const account = await fillLists(dataDir, TAKEN_MEMBERS)
  onStep(`First sync of ${whole(TAKEN_MEMBERS)} rows`)
  const firstSyncs = await benchFirstSyncs(dataDir, account)
  const copies = await benchCopy(COPY_MEMBERS, await copyInputs(dataDir, account))
  onStep(`Taking ${whole(TAKEN_MEMBERS)} members out`)
  const takeOuts = await withDevice(dataDir, async (profile, server) => {
    await withBrowser(profile, server, untilLive)
    const takeOut = await withBrowser(profile, server, untilTakenOut)
    const offlineTakeOut = await withBrowser(profile, server, (page, context, address) =>
      untilTakenOut(page, context, address, { isOffline: true }),
    )
    return { takeOut, offlineTakeOut }
  })
  return { members: MEMBERS, firstSyncs, copies, ...starts, ...takeOuts }
}

/**
 * Measures first syncs on one server: of a shape that nobody has requested, and of one that another
 * device follows.
 */
async function benchFirstSyncs(
  dataDir: string,
  account: FilledAccount,
): Promise<Record<string, FirstSync>> {
  // Lists that were filled before are in the logs there, taken out and put in.
  await rm(join(dataDir, 'shapes'), { recursive: true, force: true })
  const server = await startServerProcess(dataDir)
  try {
    const run = ({ isRead }: { isRead: boolean }) =>
      withProfile((profile) =>
        withBrowser(profile, server, (page, _context, address) =>
          measureFirstSync(page, address, account, { isRead }),
        ),
      )
    return {
      'the account’s first device': await run({ isRead: false }),
      'its second device': await run({ isRead: false }),
      'a device that is read from': await run({ isRead: true }),
    }
  } finally {
    await server.stop('SIGTERM')
  }
}

/** Runs with a server on the data and the profile of a new browser. */
async function withDevice<Result>(
  dataDir: string,
  run: (profile: string, server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await startServerProcess(dataDir)
  try {
    return await withProfile((profile) => run(profile, server))
  } finally {
    await server.stop('SIGTERM')
  }
}

async function withProfile<Result>(run: (profile: string) => Promise<Result>): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'clinidex-bench-profile-'))
  try {
    return await run(profile)
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
}

export function localBrowserReport(result: LocalBrowserResult): string {
  const { members, firstStart, warmStart, offlineStart, takeOut, offlineTakeOut } = result
  return [
    `In Chromium, ${whole(members)} members on the device`,
    table([
      ['first start, database made and rows fetched', `${whole(firstStart)} ms`],
      ['warm start, rows caught up', `${whole(warmStart)} ms`],
      ['warm start with no network, lists on screen', `${whole(offlineStart)} ms`],
      [`${whole(TAKEN_MEMBERS)} members taken out (≤ 5,000)`, `${whole(takeOut)} ms`],
      ['the same with no network', `${whole(offlineTakeOut)} ms`],
    ]),
    '',
    firstSyncReport(TAKEN_MEMBERS, result.firstSyncs, result.copies),
  ].join('\n')
}

/** Makes the members of the account's lists as many, each list but the last being full. */
async function fillLists(dataDir: string, members: number): Promise<FilledAccount> {
  const { sql, close } = await openDatabase({ dataDir })
  try {
    const [{ people = 0 } = {}] = await sql`select count(*)::int as people from candidates`
    if (people < MEMBERS) await seedDirectory(sql, { people: MEMBERS, seed: FIRST_SEED })
    await sql`delete from lists where id = any(${LISTS})`
    for (const [index, id] of LISTS.entries()) {
      const size = Math.min(members - index * MEMBERS, MEMBERS)
      if (size <= 0) break
      await sql`
        insert into lists (id, owner_id, name, created_at, updated_at)
        select ${id}, id, ${`List ${index + 1}`}, now(), now() from users
        where email = 'monthly@clinidex.test'`
      await sql`
        insert into list_members (list_id, candidate_id, owner_id, added_at)
        select l.id, c.id, l.owner_id, now()
        from lists l, (select id from candidates order by ordinal limit ${size}) c
        where l.id = ${id}`
    }
    const [owner] = await sql<{ id: string }[]>`
      select owner_id as id from lists where id = any(${LISTS}) limit 1`
    return { id: owner?.id ?? '', list: LISTS[0] ?? '', rows: members }
  } finally {
    await close()
  }
}
const FIRST_SEED = 1
const COPY_MEMBERS = `copy list_members (${storedColumns('list_members').join(', ')}) from '/dev/blob'`
/** A member's columns on a device, of the server's. */
const MEMBER_COLUMNS = [
  ...columnsOf('list_members'),
  ...Object.values(SYNCED_TABLES.list_members.derived).map(cardTextSql),
].join(', ')

/** The account's members, a statement's in each input. */
async function copyInputs(dataDir: string, { id }: FilledAccount): Promise<CopyInput[]> {
  const { sql, close } = await openDatabase({ dataDir })
  try {
    const members = `select ${MEMBER_COLUMNS} from list_members where owner_id = '${id}'`
    const copied = await text(await sql.unsafe(`copy (${members}) to stdout`).readable())
    const lines = copied.trimEnd().split('\n')
    return Array.from({ length: Math.ceil(lines.length / STATEMENT_ROWS) }, (_, index) => {
      const start = index * STATEMENT_ROWS
      const some = lines.slice(start, start + STATEMENT_ROWS)
      return { lines: Buffer.from(some.join('\n')), answer: answerOf(some) }
    })
  } finally {
    await close()
  }
}

/** The rows of lines as a shape's answer, which has their values as COPY reads them. */
function answerOf(lines: readonly string[]): Buffer {
  const columns = storedColumns('list_members')
  const messages = lines.map((line) => {
    const values = line.split('\t')
    return {
      key: `"public"."list_members"/${values.slice(0, 3).join('/')}`,
      value: Object.fromEntries(columns.map((column, index) => [column, values[index]])),
      headers: { operation: 'insert', relation: ['public', 'list_members'] },
    }
  })
  return gzipSync(JSON.stringify(messages), { level: 1 })
}
/** As many lists as hold the members that are exported. */
const LISTS = ['0', '1', '2'].map((digit) => `00000000-0000-4000-8000-00000000b0b${digit}`)

async function withBrowser<Result>(
  profile: string,
  { searchUrl, cookie }: ServerProcess,
  measure: (page: Page, context: BrowserContext, address: string) => Promise<Result>,
): Promise<Result> {
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

async function untilTakenOut(
  page: Page,
  context: BrowserContext,
  address: string,
  { isOffline = false } = {},
): Promise<number> {
  await page.goto(new URL('/account?tab=security', address).href)
  const take = page.getByRole('button', { name: 'Take everything with you' })
  await take.waitFor({ timeout: TIMEOUT_MS })
  await page.getByText('Synced').first().waitFor({ timeout: TIMEOUT_MS })
  await context.setOffline(isOffline)
  const download = page.waitForEvent('download', { timeout: TIMEOUT_MS })
  const startedAt = performance.now()
  await take.click()
  const file = await download
  const taken = performance.now() - startedAt
  const files = unzipSync(await readFile(await file.path()))
  const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
  const rows = data.list_members?.length
  if (rows !== TAKEN_MEMBERS) throw new Error(`${rows} of ${TAKEN_MEMBERS} members were taken out.`)
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
