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
import { SERVER_BUSY, StatusBoard } from '#sync/client/status.ts'
import { Connection } from '#sync/client/stream/connection.ts'
import { AppError } from '#sync/contract/errors.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { SHAPE_NAMES, type ShapeName } from '#sync/contract/shapes.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import { appliedStates, hidingApplied, purgeApplied } from './applied-mutations.ts'
import { serveDevice } from './device-calls.ts'
import { type EditAnswers, editAnswers } from './edit-answers.ts'
import { serverReads, unavailable } from './server-reads.ts'

export { CONTRACT_VERSION }

/** How often the queries on screen are run again. */
const REFRESH_MS = 5_000

/**
 * Runs a device without a database, which reads from the server.
 * @param signal ends it at once, also while it is being opened.
 */
export async function runServerDevice(userId: string, signal: AbortSignal): Promise<void> {
  const kept = await openUserOutbox(userId, signal).catch(() => null)
  const store = kept ?? openMemoryOutbox()
  const opening = openServerDevice({ userId, store, isPersistent: kept !== null, signal })
  const device = await opening.catch(async (fault) => {
    await store.close()
    throw fault
  })
  if (signal.aborted) return device.close()
  const stopServing = serveDevice(deviceName(userId), device)
  signal.addEventListener('abort', () => {
    stopServing()
    device.close().catch(reportFault)
  })
}

/** A replica without rows, as the tracker needs one. */
const NO_ROWS: ConstructorParameters<typeof MutationTracker>[0]['replica'] = {
  cursors: new Map(),
  mutate: async (_, confirm) => void (await confirm()),
  change: async () => undefined,
}

interface Opening {
  userId: string
  store: OutboxStore
  /** Whether the outbox survives a restart. */
  isPersistent: boolean
  /** Ends requests and waits; the device is closed after it. */
  signal: AbortSignal
}

/**
 * The fallback device, where PGlite cannot run or its database is being opened. Edits go through
 * the same outbox; reads are the same queries, answered by the server.
 */
async function openServerDevice({ userId, store, isPersistent, signal }: Opening): Promise<Device> {
  const tables = listeners<ReadonlySet<ShapeName>>()
  const board = new StatusBoard()
  // Every read is answered by the server, so no row is missing, and a read need not be repeated after
  // the first contact.
  board.set({ isComplete: true, isOutboxInMemory: !isPersistent, version: CONTRACT_VERSION })
  board.dispatch('rows_found')

  const outbox = await Outbox.open(isPersistent ? hidingApplied(store) : store)
  const tracker = new MutationTracker({
    userId,
    outbox,
    replica: NO_ROWS,
    now: Date.now,
    onFault: reportFault,
    onCounts: (counts) => board.set(counts),
  })
  await tracker.enqueue(outbox.entries)
  const answers = editAnswers({ outbox, board, signal })
  const connection = new Connection({
    userId,
    baseUrl: '',
    fetch: (input, init) => fetch(input, init),
    onReached: () => board.dispatch('up_to_date'),
    onLost: (isBusy) => board.lose(isBusy),
    onNeed: (need) => board.set({ need }),
    onContact: () => undefined,
  })
  const push = startPush({
    userId,
    connection,
    outbox,
    signal,
    onFault: reportFault,
    async onResults(results) {
      if (isPersistent) await store.setStates(appliedStates(results))
      await tracker.applyResults(results.map(withoutTables))
      for (const result of results) answers.notify(result)
      tables.notify(new Set(results.flatMap(tablesOf)))
    },
  })
  const refresh = () => tables.notify(new Set(SHAPE_NAMES))
  const timer = setInterval(() => {
    if (!board.status.need) refresh()
  }, REFRESH_MS)

  const endPurge = purgeApplied(store)
  const read = serverReads({ userId, connection, signal })
  const { reloaded, mutate, ...calls } = outboxCalls({
    outbox,
    tracker,
    send: push.wake,
    query: read,
  })

  const edits = { mutate, tracker, push, answers, board }
  return {
    ...calls,
    mutate: isPersistent ? queuedEdits(edits) : confirmedEdits(edits),
    async query(name, args) {
      await reloaded()
      await answers.allSent()
      return read(name, args)
    },
    onTables: tables.add,
    status: () => board.status,
    onStatus: (listener) => board.listen(listener),
    flush() {
      connection.retryNow()
      push.wake()
      // A tab may have closed between writing to the outbox and announcing it.
      calls.adopt().catch(reportFault)
      refresh()
    },
    resume() {
      connection.resume()
      refresh()
    },
    async close() {
      clearInterval(timer)
      endPurge()
      connection.close()
      await store.close()
    },
  }
}

interface EditParts {
  mutate: MutationTracker['mutate']
  tracker: MutationTracker
  push: ReturnType<typeof startPush>
  answers: EditAnswers
  board: StatusBoard
}

/** An edit resolves once the outbox holds it. */
function queuedEdits({ mutate, push }: EditParts): Device['mutate'] {
  return async (name, args, id = crypto.randomUUID()) => {
    await mutate(name, args, id)
    push.wake()
    return { id }
  }
}

/**
 * Only memory holds an edit, so it resolves once the server has answered, however long that takes.
 */
function confirmedEdits({ mutate, tracker, push, answers, board }: EditParts): Device['mutate'] {
  return async (name, args, id = crypto.randomUUID()) => {
    if (!navigator.onLine) throw unavailable()
    const { state, isServerBusy } = board.status
    if (state === 'offline') throw isServerBusy ? busy() : unavailable()
    await mutate(name, args, id)
    const answer = answers.to(id)
    push.wake()
    const result = await answer
    if (result.status === 'rejected') {
      await tracker.discard(id)
      throw new AppError(result.code, result.message, { data: result.data })
    }
    return { id }
  }
}

const busy = () => new AppError('sync_unavailable', `${SERVER_BUSY} Please try again in a moment.`)

const tablesOf = (result: MutationResult) => (result.status === 'applied' ? result.tables : [])

/** An applied mutation without tables is acknowledged at once. */
const withoutTables = (result: MutationResult): MutationResult =>
  result.status === 'applied' ? { ...result, tables: [] } : result
