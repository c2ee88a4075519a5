import type { Page } from 'playwright'
import { deviceName } from '#sync/client/disk/device-name.ts'
import type { BareCopies } from './first-start-bench.ts'
import type { CopyTimes } from './pglite-worker.ts'
import { processorMeter } from './processor-meter.ts'
import { table, whole } from './report.ts'
import { type Spread, spread } from './statistics.ts'

/** A frame: while a user scrolls through a list, a window of it is read about as often. */
const READ_EVERY_MS = 16
const TIMEOUT_MS = 120_000

/** A first sync of one account in a browser that was never there. */
export interface FirstSync {
  /** The time from the device's first request for the members to their last row in its tables. */
  ms: number
  rowsPerSecond: number
  /**
   * The CPU time of the page's process with its worker: on a busy machine it says more than the
   * clock.
   */
  processorMs: number
  /** Windows of a list asked for meanwhile, one each frame whether or not the last was answered. */
  reads: Reads | null
}

interface Reads extends Spread {
  count: number
  /** Reads requested once a response contained rows. */
  landing: Spread
}

/** An account with this many members of lists. */
export interface FilledAccount {
  id: string
  list: string
  rows: number
}

/** Opens the app, and measures the first sync that begins by itself. */
export async function measureFirstSync(
  page: Page,
  address: string,
  account: FilledAccount,
  { isRead }: { isRead: boolean },
): Promise<FirstSync> {
  // The page lacks the helper to which compiled functions tell their names.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await page.addInitScript(observeDevice, {
    channel: deviceName(account.id),
    owner_id: account.id,
    list_id: account.list,
    readEveryMs: READ_EVERY_MS,
  })
  const processorMs = await processorMeter(page)
  const asked = page.waitForRequest(/shapes\/list_members\?.*offset=-1/, { timeout: TIMEOUT_MS })
  await page.goto(address)
  const request = await asked
  const before = await processorMs()
  if (isRead) await page.evaluate(() => (window as unknown as Observing).beginReading())
  const response = await request.response()
  await response?.finished()
  const begunAt = request.timing().startTime
  const observed = await page.evaluate(() => (window as unknown as Observing).landed)
  const after = await processorMs()
  const ms = observed.at - begunAt
  if (isRead && observed.readsMs.length === observed.beforeRows) {
    throw new Error('Nothing was read while the rows landed.')
  }
  return {
    ms,
    rowsPerSecond: (account.rows / ms) * 1000,
    processorMs: after - before,
    reads: isRead
      ? {
          ...spread(observed.readsMs),
          count: observed.readsMs.length,
          landing: spread(observed.readsMs.slice(observed.beforeRows)),
        }
      : null,
  }
}

/** @param copies the same rows with nothing else. */
export function firstSyncReport(
  rows: number,
  runs: Record<string, FirstSync>,
  copies: BareCopies,
): string {
  const bare = (times: readonly CopyTimes[]) => {
    const ms = spread(times.map((time) => time.ms)).p50
    const processorMs = spread(times.map((time) => time.processorMs)).p50
    return [whole(ms), whole((rows / ms) * 1000), `${whole(processorMs)} ms`]
  }
  return [
    `First sync of ${whole(rows)} rows in Chromium, beside its server`,
    table([
      [
        ...['', 'ms', 'rows/s (≥ 25,000)', 'of the processor', 'reads', 'p50', 'p95', 'max ms'],
        'while rows land: p50, p95 (≤ 50)',
      ],
      ...Object.entries(runs).map(([name, { ms, rowsPerSecond, processorMs, reads }]) => [
        name,
        whole(ms),
        whole(rowsPerSecond),
        `${whole(processorMs)} ms`,
        ...(reads
          ? [
              whole(reads.count),
              ...[reads.p50, reads.p95, reads.max].map((took) => took.toFixed(1)),
              `${reads.landing.p50.toFixed(1)}, ${reads.landing.p95.toFixed(1)}`,
            ]
          : []),
      ]),
      ['their answers fetched, parsed and copied with nothing else, p50', ...bare(copies.fetched)],
      ['their COPY alone, p50', ...bare(copies.alone)],
    ]),
  ].join('\n')
}

interface Observing {
  beginReading(): void
  /**
   * When (ms since 1970) the members were in the tables, how long each read until then took, and how many
   * of these were asked for before an answer had rows.
   */
  landed: Promise<{ at: number; readsMs: number[]; beforeRows: number }>
}

interface Observation {
  channel: string
  owner_id: string
  list_id: string
  readEveryMs: number
}

/** Runs in the page, before its scripts, and calls the device as they do. */
function observeDevice({ channel: name, owner_id, list_id, readEveryMs }: Observation): void {
  const channel = new BroadcastChannel(name)
  const now = () => performance.timeOrigin + performance.now()
  const from = crypto.randomUUID()
  const asked = new Map<number, number>()
  /** The times of reads, by their ids. */
  const readsMs: number[] = []
  let firstWithRows: number | undefined
  let lastId = 0
  let timer: ReturnType<typeof setInterval> | undefined
  function post(id: number): void {
    const args = ['lists.members', { owner_id, list_id, offset: (id * 97) % 2_000 }]
    channel.postMessage({ kind: 'call', from, id, method: 'query', args })
  }
  function read(): void {
    lastId += 1
    asked.set(lastId, now())
    post(lastId)
  }
  const observing = window as unknown as Observing
  observing.beginReading = () => {
    timer = setInterval(read, readEveryMs)
  }
  observing.landed = new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      const askedAt = data.kind === 'answer' && data.to === from ? asked.get(data.id) : undefined
      if (askedAt !== undefined) {
        asked.delete(data.id)
        readsMs[data.id - 1] = now() - askedAt
        if (data.value?.length > 0) firstWithRows ??= lastId
      }
      // The device that the calls went to may have ended with them.
      if (data.kind === 'ready') for (const id of asked.keys()) post(id)
      // The device without a database, which answers before, tells of every table at once.
      if (data.kind !== 'tables' || data.tables.join() !== 'list_members') return
      clearInterval(timer)
      const at = now()
      for (const [id, since] of asked) readsMs[id - 1] = at - since
      resolve({ at, readsMs, beforeRows: firstWithRows ?? readsMs.length })
    }
  })
}
