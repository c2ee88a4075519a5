import type { Device } from '#sync/client/device.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { listeners } from '#sync/client/listeners.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import { isSameStatus, type SyncStatus } from '#sync/client/status.ts'
import type { LeftTeam } from '#sync/client/tables/leaving.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import type { DeviceMessage, Method } from './device-calls.ts'
import { competeForLead } from './leadership.ts'
import { runDevice } from './run-device.ts'
import { tabCalls } from './tab-calls.ts'

/**
 * How long an edit waits for the device. After that the tab puts it into the outbox itself, so that
 * no edit takes longer, whatever became of the leader.
 */
const MUTATE_WAIT_MS = 500

/** Of this build. Not before it is needed, and from code that the fallback loads: it brings every schema. */
const contractVersion = async () => (await import('./server-device.ts')).CONTRACT_VERSION

/** The tables that changed; null where any may have. */
type ChangedTables = ReadonlySet<ShapeName> | null

/** A user's rows for one tab, whichever tab runs the device. */
export interface TabReplica
  extends Pick<Device, 'mutate' | 'query' | 'pending' | 'retry' | 'discard' | 'saveCopy'> {
  /** @returns a function that removes the listener, as for each of them. */
  onTables(listener: (tables: ChangedTables) => void): () => void
  /** Called with the present status first, where it is known. */
  onStatus(listener: (status: SyncStatus) => void): () => void
  /** The account is out of a team, whose rows are about to be removed. */
  onLeft(listener: (team: LeftTeam) => void): () => void
  /** The user signs out, here or in another tab: open databases must be closed. */
  onClosing(listener: () => void): () => void
  /** Pushes the outbox at once. */
  flush(): void
  /** Goes on: the user has signed in again. */
  resume(): void
  /** Closes this tab's channel and leaves the lead. */
  close(): void
}

/** Opens the user's rows in this tab, and runs the device here when it is this tab's turn. */
export function openTabReplica(userId: string): TabReplica {
  const name = deviceName(userId)
  const channel = new BroadcastChannel(name)
  const calls = tabCalls(channel)
  const tables = listeners<ChangedTables>()
  const statuses = listeners<SyncStatus>()
  const left = listeners<LeftTeam>()
  const closing = listeners<void>()
  let isClosed = false
  let isServed = false
  let status: SyncStatus | undefined

  function receive(message: DeviceMessage): void {
    if (message.kind === 'answer' && message.to === calls.tab) settle(message)
    if (message.kind === 'tables') tables.notify(new Set(message.tables))
    if (message.kind === 'left') left.notify(message.team)
    if (message.kind === 'closing') closing.notify()
    if (message.kind === 'status') learnStatus(message.status)
    if (message.kind === 'ready') {
      calls.repeat()
      askStatus()
      // At the first device of all there is nothing to read again: the reads have just been repeated.
      if (isServed) tables.notify(null)
      isServed = true
    }
  }

  function settle({ id, value, error, status }: DeviceMessage & { kind: 'answer' }): void {
    const call = calls.take(id)
    if (!call) return
    isServed = true
    // First, because by it the caller judges whether rows are missing.
    if (status) learnStatus(status)
    if (error) call.reject(new AppError(error.code, error.message, { data: error.data }))
    else call.resolve(value)
  }

  /** Each answer carries it: listeners that then ask again must hear of it only where it changed. */
  function learnStatus(present: SyncStatus): void {
    if (status && isSameStatus(status, present)) return
    status = present
    statuses.notify(present)
    if (present.need === 'update') replaceIfOlder(present).catch(reportFault)
  }

  /** A tab that is left open for weeks would keep this one, of a newer build, from its rows. */
  async function replaceIfOlder({ version = 0 }: SyncStatus): Promise<void> {
    if (version < (await contractVersion())) competing.steal()
  }

  /** Asks the device; once it has taken too long, the tab puts the edit into the outbox itself. */
  async function mutate(mutation: MutationName, args: unknown): Promise<{ id: string }> {
    const id = crypto.randomUUID()
    const asked = calls.send('mutate', mutation, args, id)
    const answer = asked.answer as Promise<{ id: string }>
    // Loaded now, while there may still be a network.
    const code = import('#sync/client/outbox/add-to-outbox.ts').catch(() => null)
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, MUTATE_WAIT_MS, 'late'))
    const first = await Promise.race([answer, late])
    if (first !== 'late') return first
    const outbox = await code
    // After a sign-out the wipe has deleted the outbox, and must not find it made anew.
    if (isClosed) throw new AppError('authentication_required', 'Nobody is signed in.')
    const added = await outbox?.addToOutbox(userId, { id, name: mutation, args })
    if (!added) {
      // This browser keeps no outbox, or is offline without its code: the edit waits for a device.
      calls.keep(asked.id)
      return answer
    }
    // A device that answers later knows the mutation by its id.
    calls.take(asked.id)
    post('adopt')
    return added
  }

  const call = (method: Method, ...args: unknown[]) => calls.send(method, ...args).answer

  /** A call whose answer is not awaited. */
  const post = (method: Method) => void call(method).catch(() => undefined)

  channel.onmessage = ({ data }: MessageEvent<DeviceMessage>) => receive(data)
  const askStatus = () => void call('status').then((present) => learnStatus(present as SyncStatus))

  // This tab may have missed what another device said, or been answered by the device that ended.
  function readAgain(): void {
    isServed = true
    if (!isClosed) receive({ kind: 'ready' })
  }
  const competing = competeForLead(name, (lead) => {
    const stopDevice = runDevice(userId, lead)
    return () => {
      stopDevice()
      // In a microtask: a listener that throws must not keep this tab from leading again.
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
    onLeft: left.add,
    onClosing: closing.add,
    flush: () => post('flush'),
    resume: () => post('resume'),
    close() {
      isClosed = true
      competing.end()
      document.removeEventListener('resume', readAgain)
      channel.close()
    },
  }
}
