import type { Device } from '#sync/client/device.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { listeners } from '#sync/client/listeners.ts'
import type { SyncStatus } from '#sync/client/status.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import type { DeviceMessage, Method } from './device-calls.ts'
import { competeForLead } from './leadership.ts'
import { runDevice } from './run-device.ts'

/**
 * How long an edit waits for the device. A tab without an answer puts it into the outbox itself, so
 * that nobody waits longer, whatever became of the tab that leads.
 */
const MUTATE_WAIT_MS = 500

/** The tables that changed; null where any may have. */
type ChangedTables = ReadonlySet<ShapeName> | null

/** A user's rows as each of their tabs has them, whichever tab runs the device. */
export interface TabReplica
  extends Pick<Device, 'mutate' | 'query' | 'pending' | 'retry' | 'discard' | 'saveCopy'> {
  /** @returns what ends it; so with each listener. */
  onTables(listener: (tables: ChangedTables) => void): () => void
  /** The present status comes first, where it is known. */
  onStatus(listener: (status: SyncStatus) => void): () => void
  /** Somebody signs out, here or in another tab: what is open on the disk is to be closed. */
  onClosing(listener: () => void): () => void
  /** Sends what waits, at once. */
  flush(): void
  /** Goes on: the user has signed in again. */
  resume(): void
  /** Lets go of everything in this tab. */
  close(): void
}

interface Call {
  message: DeviceMessage & { kind: 'call' }
  /** Whether a device that begins is asked again: who led before may have taken the call along. */
  isRepeated: boolean
  resolve(value: unknown): void
  reject(fault: unknown): void
}

/** Opens the user's rows in this tab, and runs the device here when it is this tab's turn. */
export function openTabReplica(userId: string): TabReplica {
  const name = deviceName(userId)
  const channel = new BroadcastChannel(name)
  const tab = crypto.randomUUID()
  const calls = new Map<number, Call>()
  const tables = listeners<ChangedTables>()
  const statuses = listeners<SyncStatus>()
  const closing = listeners<void>()
  let lastId = 0
  let isClosed = false
  let status: SyncStatus | undefined

  function call(method: Method, ...args: unknown[]): Promise<unknown> {
    lastId += 1
    const message = { kind: 'call', from: tab, id: lastId, method, args } as const
    channel.postMessage(message)
    return new Promise((resolve, reject) => {
      // An edit is not made twice: it has its own way.
      calls.set(message.id, { message, isRepeated: method !== 'mutate', resolve, reject })
    })
  }

  function receive(message: DeviceMessage): void {
    if (message.kind === 'answer' && message.to === tab) settle(message)
    if (message.kind === 'tables') tables.notify(new Set(message.tables))
    if (message.kind === 'closing') closing.notify()
    if (message.kind === 'status') {
      status = message.status
      statuses.notify(status)
    }
    if (message.kind === 'ready') {
      for (const { message, isRepeated } of calls.values()) {
        if (isRepeated) channel.postMessage(message)
      }
      askStatus()
      tables.notify(null)
    }
  }

  function settle({ id, value, error }: DeviceMessage & { kind: 'answer' }): void {
    const call = calls.get(id)
    calls.delete(id)
    if (error) call?.reject(new AppError(error.code, error.message, { data: error.data }))
    else call?.resolve(value)
  }

  async function mutate(mutation: MutationName, args: unknown): Promise<{ id: string }> {
    const id = crypto.randomUUID()
    const answer = call('mutate', mutation, args, id)
    const callId = lastId
    // Fetched while there is time.
    const outbox = import('#sync/client/outbox/add-to-outbox.ts')
    outbox.catch(() => undefined)
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, MUTATE_WAIT_MS, 'late'))
    const first = (await Promise.race([answer, late])) as { id: string } | 'late'
    if (first !== 'late') return first
    const { addToOutbox } = await outbox
    const added = await addToOutbox(userId, { id, name: mutation, args })
    if (!added) {
      // Nothing can be kept here: the device alone says what becomes of it, once there is one.
      const waiting = calls.get(callId)
      if (waiting) {
        waiting.isRepeated = true
        channel.postMessage(waiting.message)
      }
      return answer as Promise<{ id: string }>
    }
    // Should the device answer after all, it knows the mutation by its id.
    calls.delete(callId)
    post('adopt')
    return added
  }

  /** A call nobody waits for. */
  const post = (method: Method) => void call(method).catch(() => undefined)

  channel.onmessage = ({ data }: MessageEvent<DeviceMessage>) => receive(data)
  const askStatus = () =>
    void call('status').then((present) =>
      receive({ kind: 'status', status: present as SyncStatus }),
    )

  // What another device said meanwhile may have been missed, or answered by the one that was here.
  function readAgain(): void {
    if (!isClosed) receive({ kind: 'ready' })
  }
  const stopCompeting = competeForLead(name, (lead) => {
    const stopDevice = runDevice(userId, lead)
    return () => {
      stopDevice()
      // By itself: a listener that fails must not keep this tab from leading again.
      queueMicrotask(readAgain)
    }
  })
  document.addEventListener('resume', readAgain)
  askStatus()

  return {
    mutate: mutate as TabReplica['mutate'],
    query: ((query, args) => call('query', query, args)) as TabReplica['query'],
    pending: () => call('pending') as ReturnType<TabReplica['pending']>,
    retry: async (id) => void (await call('retry', id)),
    discard: async (id) => void (await call('discard', id)),
    saveCopy: async (id) => void (await call('saveCopy', id)),
    onTables: tables.add,
    onStatus(listener) {
      if (status) listener(status)
      return statuses.add(listener)
    },
    onClosing: closing.add,
    flush: () => post('flush'),
    resume: () => post('resume'),
    close() {
      isClosed = true
      stopCompeting()
      document.removeEventListener('resume', readAgain)
      channel.close()
    },
  }
}
