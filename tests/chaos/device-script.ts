/* One device in a process of its own, so that it can be killed: the engine that the browser's worker
   runs, over a PGlite and an outbox on disk. Controlled over IPC, one call after another. */
import { cp, rm } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { type Device, openDevice } from '#sync/client/device.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { hasRemains } from '#sync/client/tables/remains.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { openFileOutbox } from '#tests/support/file-outbox.ts'
import { openNewest } from '#tests/support/newest-database.ts'
import { act, type DeviceActions, star } from './act.ts'
import { type Promised, promisedBy } from './play.ts'
import { deviceRowsSql } from './rows-sql.ts'

const HOUR_MS = 60 * 60 * 1000

/** The account's. */
const LEASE_MS = 14 * 24 * HOUR_MS

/** Otherwise histories would spend most of their time in pauses. */
const PAUSE_SCALE = 0.1

/**
 * Node's fetch may lose requests when connections are closed under it: they wait for ever, without a
 * connection. A browser's does not. Much longer than an answer takes that is not held for news.
 */
const LOST_MS = 10_000

// The official client warns of every stale answer, and histories consist of those.
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).startsWith('[Electric]')) warn(...said)
}

export interface Opening {
  userId: string
  cookie: string
  baseUrl: string
  /** The file is for this device and this history only. */
  outboxFile: string
  people: string[]
  /** Will be removed from the directory. */
  leaver: string
  kept: Promised['kept']
}

const [, , databases = '', emptyDatabase = ''] = process.argv
const makeDatabase = async (path: string) => {
  await cp(emptyDatabase, path, { recursive: true })
  return openDeviceDatabase(path)
}
let database: PGlite | undefined
let opening: Opening | undefined
let device: Device | undefined
let outbox: OutboxStore | undefined
let clockOffsetMs = 0
let isDiskFull = false
/** Whether the lease may have ended, or the database was thrown away. */
let mayLackRows = false
let kept = new Map<string, { count: number; mutation: string }>()
const violations: string[] = []
const faults: string[] = []
/** Requests without an answer. */
const open = new Set<{ path: string; since: number }>()

const calls = {
  async open(next: Opening) {
    opening = next
    if (database && (await hasRemains(database))) {
      await database.close()
      database = undefined
    }
    database ??= await openNewest(databases, next.userId, makeDatabase)
    kept = new Map(next.kept.map(([id, count, mutation]) => [id, { count, mutation }]))
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
        // Node 20 forgets an `AbortSignal.timeout` within `any` at a garbage collection.
        const lost = new AbortController()
        if (!isHeld(request)) setTimeout(() => lost.abort(), LOST_MS).unref()
        const signal = AbortSignal.any([lost.signal, init?.signal ?? []].flat())
        return fetch(input, { ...init, headers, signal }).finally(() => open.delete(request))
      },
      now: () => Date.now() + clockOffsetMs,
      pauseScale: PAUSE_SCALE,
      onRemains: () => void inTurn(copyDatabase),
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
  /** The browser throws the database away between two starts. */
  async evict(next: Opening) {
    await calls.close()
    await database?.close()
    database = undefined
    await rm(databases, { recursive: true })
    mayLackRows = true
    await calls.open(next)
  },
  /** Prepares the same process for a new history. */
  async forget() {
    await calls.close()
    kept.clear()
    violations.length = 0
    faults.length = 0
    clockOffsetMs = 0
    isDiskFull = false
    mayLackRows = false
  },
  async act(seed: string, own: string) {
    const promised = await promisedBy(actions(), (device) =>
      act(device, opening?.people ?? [], seed, own, opening?.leaver),
    )
    for (const [id, count, mutation] of promised.kept) kept.set(id, { count, mutation })
    return promised
  },
  star: (isStarred: boolean) =>
    promisedBy(actions(), (device) => star(device, opening?.people ?? [], isStarred)),
  async turnClock(hours: number) {
    clockOffsetMs = hours * HOUR_MS
    if (Math.abs(clockOffsetMs) > LEASE_MS) mayLackRows = true
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
      hasRemains: await hasRemains(openedDatabase()),
      faults: faults.slice(-5),
      open: [...open].map(({ path, since }) => `${path} for ${Date.now() - since} ms`),
    }
  },
  /** @returns the mutations that left the outbox with it, which will never be executed */
  async discard(id: string) {
    const before = (await outbox?.readAll()) ?? []
    await opened().discard(id)
    const left = new Set((await outbox?.readAll())?.map((entry) => entry.id))
    const gone = before.map((entry) => entry.id).filter((one) => !left.has(one))
    for (const [list, { mutation }] of kept) if (gone.includes(mutation)) kept.delete(list)
    return gone
  },
  async dump() {
    const { rows } = await openedDatabase().query<{ row: string }>(deviceRowsSql())
    return rows.map(({ row }) => row)
  },
  /** Moments when a kept list was not shown. */
  async violations() {
    await checkKept()
    return violations
  },
}
export type DeviceCalls = typeof calls

/** Goes on with a copy of the database, which holds no remains of removed rows. */
async function copyDatabase(): Promise<void> {
  if (!device || !opening) return
  await calls.close()
  await calls.open(opening)
}

let turn: Promise<unknown> = Promise.resolve()
/** Runs one call after another, and none while the database is copied. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work)
  turn = done.catch(() => undefined)
  return done
}

/** Whether the server keeps a request open until there is news. */
const isHeld = ({ path }: { path: string }) => path === '/api/shapes/live'

function opened(): Device {
  if (!device) throw new Error('The device is not open.')
  return device
}

function actions(): DeviceActions {
  const here = opened()
  return {
    userId: opening?.userId ?? '',
    query: (name, args) => here.query(name, args),
    mutate: (name, args) => here.mutate(name, args),
  }
}

function openedDatabase(): PGlite {
  if (!database) throw new Error('The database is not open.')
  return database
}

function addTo(store: OutboxStore, mutations: Parameters<OutboxStore['add']>[0]) {
  if (isDiskFull) throw new DOMException('The disk is full.', 'QuotaExceededError')
  return store.add(mutations)
}

/** Mutations that the server refused are not shown, and none is while all rows are fetched again. */
async function isExcused(mutation: string): Promise<boolean> {
  if (mayLackRows && !device?.status().isComplete) return true
  const pending = (await device?.pending()) ?? []
  return pending.some(({ id, state }) => id === mutation && state.kind === 'rejected')
}

/** Checks at every change that promised lists that were never deleted are shown. */
async function checkKept(): Promise<void> {
  for (const [id, { count, mutation }] of kept) {
    const [list] = (await device?.query('lists.one', { id })) ?? []
    if (device && list?.member_count !== count && !(await isExcused(mutation))) {
      violations.push(`Kept list ${id} shows ${list?.member_count ?? 'nothing'}, not ${count}.`)
    }
  }
}

process.on(
  'message',
  ({ call, method, args }: { call: number; method: string; args: unknown[] }) => {
    const run = calls[method as keyof DeviceCalls] as (...args: unknown[]) => Promise<unknown>
    inTurn(() => run(...args)).then(
      (result) => process.send?.({ call, result }),
      // PGlite's errors contain its whole source; the message is enough.
      (error: Error) => process.send?.({ call, error: `${method}: ${error.message}` }),
    )
  },
)
process.once('disconnect', () => process.exit(0))
process.send?.({ isReady: true })
