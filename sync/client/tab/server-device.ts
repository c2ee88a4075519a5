import type { Device } from '#sync/client/device.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { listeners } from '#sync/client/listeners.ts'
import { openMemoryOutbox } from '#sync/client/outbox/memory-outbox.ts'
import { MutationTracker } from '#sync/client/outbox/mutation-tracker.ts'
import { openUserOutbox } from '#sync/client/outbox/open-user-outbox.ts'
import { Outbox } from '#sync/client/outbox/outbox.ts'
import { outboxCalls } from '#sync/client/outbox/outbox-calls.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { startPush } from '#sync/client/outbox/push.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import { StatusBoard } from '#sync/client/status.ts'
import { Connection } from '#sync/client/stream/connection.ts'
import { withTimes } from '#sync/client/tables/text-rows.ts'
import { wait } from '#sync/client/wait.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { QueryArgs, QueryName, QueryRowOf } from '#sync/contract/queries.ts'
import { SHAPE_NAMES, type ShapeName } from '#sync/contract/shapes.ts'
import {
  CONTRACT_VERSION,
  type MutationResult,
  type QueryRequest,
  queryResponse,
} from '#sync/contract/wire.ts'
import { serveDevice } from './device-calls.ts'

/** How often what is on screen is asked for again. */
const REFRESH_MS = 5_000

/** How long an answer to a read may take, and a pause before it that others have caused. */
const READ_MS = 10_000

/** How long an edit that is kept waits for the server, so that rows read again show it. */
const PATIENCE_MS = 1_000

/** Runs a device without a database: it reads from the server. @returns what ends it. */
export async function runServerDevice(userId: string): Promise<() => void> {
  const kept = await openUserOutbox(userId).catch(() => null)
  const device = await openServerDevice(userId, kept ?? openMemoryOutbox(), kept !== null)
  const served = serveDevice(deviceName(userId), device)
  return () => {
    served.end()
    void device.close()
  }
}

/** What the tracker keeps in step with the outbox elsewhere. */
const NO_ROWS: ConstructorParameters<typeof MutationTracker>[0]['replica'] = {
  cursors: new Map(),
  mutate: async (_, confirm) => void (await confirm()),
  change: async () => undefined,
}

/**
 * The device where PGlite cannot run, and where its database is being opened. Edits take the same
 * way, through the outbox; reads are the same queries, answered by the server.
 * @param isKept whether the outbox is there again after a restart.
 */
async function openServerDevice(
  userId: string,
  store: OutboxStore,
  isKept: boolean,
): Promise<Device> {
  const closing = new AbortController()
  const { signal } = closing
  const tables = listeners<ReadonlySet<ShapeName>>()
  const answered = listeners<MutationResult>()
  const board = new StatusBoard()
  // What the server answers is all there is.
  board.set({ isComplete: true })

  const outbox = await Outbox.open(withoutDone(store))
  const tracker = new MutationTracker({
    outbox,
    replica: NO_ROWS,
    now: Date.now,
    onFault: reportFault,
    onCounts: (counts) => board.set(counts),
  })
  await tracker.enqueue(outbox.entries)
  const connection = new Connection({
    userId,
    baseUrl: '',
    fetch: (input, init) => fetch(input, init),
    onReached: () => board.happened('up_to_date'),
    onLost: () => board.happened('lost_server'),
    onNeed: (need) => board.set({ need }),
    onHeard: () => undefined,
  })
  const push = startPush({
    userId,
    connection,
    outbox,
    signal,
    onFault: reportFault,
    async onResults(results) {
      await tracker.applyResults(results.map(withoutTables))
      for (const result of results) answered.notify(result)
      tables.notify(new Set(results.flatMap(tablesOf)))
    },
  })
  const refresh = () => tables.notify(new Set(SHAPE_NAMES))
  const timer = setInterval(() => {
    if (!board.status.need) refresh()
  }, REFRESH_MS)

  const answerTo = (id: string) =>
    new Promise<MutationResult>((resolve) => {
      const end = answered.add((result) => {
        if (result.id !== id) return
        end()
        resolve(result)
      })
    })

  async function query<N extends QueryName>(name: N, args: QueryArgs<N>): Promise<QueryRowOf<N>[]> {
    const json: QueryRequest = { version: CONTRACT_VERSION, user_id: userId, args }
    const response = await connection
      .send(`/api/queries/${name}`, {
        json,
        timeoutMs: READ_MS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(2 * READ_MS)]),
      })
      .catch((cause: unknown) => {
        throw unavailable(cause)
      })
    if (response.status !== 200) throw new AppError('invalid_input', 'This cannot be asked.')
    try {
      const { rows } = queryResponse.parse(await response.json())
      return rows.map(withTimes) as never[]
    } catch (fault) {
      connection.failed()
      throw unavailable(fault)
    }
  }

  const calls = outboxCalls({ outbox, tracker, send: push.wake, query })

  return {
    ...calls,
    async mutate(name, args, id = crypto.randomUUID()) {
      const isAway = !navigator.onLine || board.status.state === 'offline'
      if (!isKept && isAway) throw unavailable()
      await tracker.mutate(name, args, id)
      const answer = answerTo(id)
      push.wake()
      if (isKept) await Promise.race([answer, wait(PATIENCE_MS)])
      else {
        // It is nowhere else: it is done or refused when the server says so, however long that takes.
        const result = await answer
        if (result.status === 'rejected') {
          await tracker.discard(id)
          throw new AppError(result.code, result.message, { data: result.data })
        }
      }
      return { id }
    },
    query,
    onTables: tables.add,
    status: () => board.status,
    onStatus: (listener) => board.listen(listener),
    flush() {
      connection.retryNow()
      push.wake()
      // Whoever put something into the outbox may have ended before they said so.
      calls.adopt().catch(reportFault)
      refresh()
    },
    resume() {
      connection.resume()
      refresh()
    },
    async close() {
      closing.abort()
      clearInterval(timer)
      connection.close()
      await store.close()
    },
  }
}

/** What the server has done waits for rows, which are kept elsewhere or not at all. */
const withoutDone = (store: OutboxStore): OutboxStore => ({
  ...store,
  readAll: async () => (await store.readAll()).filter(({ state }) => state.kind !== 'applied'),
})

const tablesOf = (result: MutationResult) => (result.status === 'applied' ? result.tables : [])

/** Of no tables, it is settled at once. */
const withoutTables = (result: MutationResult): MutationResult =>
  result.status === 'applied' ? { ...result, tables: [] } : result

const unavailable = (cause?: unknown) =>
  new AppError('sync_unavailable', 'There is no connection.', { cause })
