/* One device in a process of its own, so that it can be killed: the engine that the browser's worker
   runs, over a PGlite and an outbox on disk. Controlled over IPC, one call after another. */
import { PGlite } from '@electric-sql/pglite'
import { type Device, openDevice } from '#sync/client/device.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { openFileOutbox } from '#tests/support/file-outbox.ts'
import type { DeviceActions } from './act.ts'
import { type Promised, promisedBy } from './play.ts'
import { rowsSql } from './rows-sql.ts'

const HOUR_MS = 60 * 60 * 1000

/** Otherwise histories would spend most of their time in pauses. */
const PAUSE_SCALE = 0.1

// The official client warns of every stale answer, and histories consist of those.
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).startsWith('[Electric]')) warn(...said)
}

export interface Opening {
  userId: string
  cookie: string
  baseUrl: string
  /** For this device and this history alone. */
  outboxFile: string
  people: string[]
  kept: Promised['kept']
}

const database = await PGlite.create(process.argv[2] ?? 'memory://')
let opening: Opening | undefined
let device: Device | undefined
let outbox: OutboxStore | undefined
let clockOffsetMs = 0
let isDiskFull = false
let kept = new Map<string, number>()
const violations: string[] = []
const faults: string[] = []
/** Requests without an answer. */
const open = new Set<{ path: string; since: number }>()

const calls = {
  async open(next: Opening) {
    opening = next
    kept = new Map(next.kept)
    const store = await openFileOutbox(next.outboxFile)
    outbox = store
    device = await openDevice({
      userId: next.userId,
      database,
      outbox: { ...store, add: (mutations) => addTo(store, mutations) },
      baseUrl: next.baseUrl,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers)
        if (opening?.cookie) headers.set('Cookie', opening.cookie)
        const request = { path: new URL(String(input)).pathname, since: Date.now() }
        open.add(request)
        return fetch(input, { ...init, headers }).finally(() => open.delete(request))
      },
      now: () => Date.now() + clockOffsetMs,
      pauseScale: PAUSE_SCALE,
      onFault: (fault) => faults.push(String(fault)),
    })
    device.onTables(() => void checkKept())
  },
  async close() {
    await device?.close()
    await outbox?.close()
    device = undefined
    outbox = undefined
  },
  /** Prepares the same process for a new history. */
  async forget() {
    await calls.close()
    kept.clear()
    violations.length = 0
    faults.length = 0
    clockOffsetMs = 0
    isDiskFull = false
  },
  async act(seed: string, own: string) {
    const here = opened()
    const actions: DeviceActions = {
      query: (name, args) => here.query(name, args),
      mutate: (name, args) => here.mutate(name, args),
    }
    const promised = await promisedBy(actions, opening?.people ?? [], seed, own)
    for (const [id, count] of promised.kept) kept.set(id, count)
    return promised
  },
  async turnClock(hours: number) {
    clockOffsetMs = hours * HOUR_MS
  },
  async setDiskFull(isFull: boolean) {
    isDiskFull = isFull
  },
  async setCookie(cookie: string) {
    if (opening) opening.cookie = cookie
    if (cookie) device?.resume()
  },
  async flush() {
    opened().flush()
  },
  /** Differences left between this device and the server. */
  async outstanding() {
    const pending = await opened().pending()
    return {
      status: opened().status(),
      waiting: pending
        .filter(({ state }) => state.kind !== 'rejected')
        .map(({ name, state }) => ({ name, ...state })),
      rejected: pending.filter(({ state }) => state.kind === 'rejected').map(({ id }) => id),
      faults: faults.slice(-5),
      open: [...open].map(({ path, since }) => `${path} for ${Date.now() - since} ms`),
    }
  },
  async discard(id: string) {
    await opened().discard(id)
  },
  async dump() {
    const { rows } = await database.query<{ row: string }>(rowsSql())
    return rows.map(({ row }) => row)
  },
  /** Moments when a kept list was not shown. */
  async violations() {
    await checkKept()
    return violations
  },
}
export type DeviceCalls = typeof calls

function opened(): Device {
  if (!device) throw new Error('The device is not open.')
  return device
}

function addTo(store: OutboxStore, mutations: Parameters<OutboxStore['add']>[0]) {
  if (isDiskFull) throw new DOMException('The disk is full.', 'QuotaExceededError')
  return store.add(mutations)
}

/** At every change: promised lists that were never deleted must be shown. */
async function checkKept(): Promise<void> {
  for (const [id, count] of kept) {
    const [list] = (await device?.query('lists.one', { id })) ?? []
    if (device && list?.member_count !== count) {
      violations.push(`Kept list ${id} shows ${list?.member_count ?? 'nothing'}, not ${count}.`)
    }
  }
}

process.on(
  'message',
  ({ call, method, args }: { call: number; method: string; args: unknown[] }) => {
    const run = calls[method as keyof DeviceCalls] as (...args: unknown[]) => Promise<unknown>
    run(...args).then(
      (result) => process.send?.({ call, result }),
      // PGlite's errors contain its whole source; the message is enough.
      (error: Error) => process.send?.({ call, error: `${method}: ${error.message}` }),
    )
  },
)
process.once('disconnect', () => process.exit(0))
process.send?.({ isReady: true })
