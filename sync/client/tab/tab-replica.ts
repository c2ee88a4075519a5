import type { Device } from '#sync/client/device.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { listeners } from '#sync/client/listeners.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import type { SyncStatus } from '#sync/client/status.ts'
import type { LeftTeam } from '#sync/client/tables/leaving.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import type { DeviceMessage, Method } from './device-calls.ts'
import { heardStatus } from './heard-status.ts'
import { competeForLead } from './leadership.ts'
import { runDevice } from './run-device.ts'
import { tabCalls } from './tab-calls.ts'
import { tabEdits } from './tab-edits.ts'

/**
 * Loads this build's contract version when it is needed, from a module that the fallback loads anyway:
 * it imports the schema of every table.
 */
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
  /** Continues after the user has signed in again. */
  resume(): void
  /** Closes this tab's channel and leaves the lead. */
  close(): void
}

/**
 * Opens the user's rows in this tab, and runs the device here when it is this tab's turn.
 * @param start when a device of this tab may start its worker; at once by default.
 */
export function openTabReplica(userId: string, start?: Promise<void>): TabReplica {
  const name = deviceName(userId)
  const channel = new BroadcastChannel(name)
  const calls = tabCalls(channel)
  const status = heardStatus()
  const tables = listeners<ChangedTables>()
  const left = listeners<LeftTeam>()
  const closing = listeners<void>()
  const closed = new AbortController()
  let isServed = false

  function receive(message: DeviceMessage): void {
    if (message.kind === 'answer' && message.to === calls.tab) settle(message)
    if (message.kind === 'tables') tables.notify(new Set(message.tables))
    if (message.kind === 'left') left.notify(message.team)
    if (message.kind === 'closing') closing.notify()
    if (message.kind === 'status') status.hear(message.status)
    if (message.kind === 'ready') {
      calls.repeat()
      askStatus()
      // After the first device nothing needs to be read again: the calls have just been repeated.
      if (isServed) tables.notify(null)
      isServed = true
    }
  }

  function settle({ id, value, error, ...answer }: DeviceMessage & { kind: 'answer' }): void {
    const call = calls.take(id)
    if (!call) return
    isServed = true
    // The status comes first, because the caller uses it to tell whether rows are missing.
    if (answer.status) status.hear(answer.status)
    if (error) call.reject(new AppError(error.code, error.message, { data: error.data }))
    else call.resolve(value)
  }

  /** Takes the lead from a tab of an older build, which may stay open for weeks. */
  async function replaceIfOlder({ version = 0 }: SyncStatus): Promise<void> {
    if (version < (await contractVersion())) competing.steal()
  }

  const call = (method: Method, ...args: unknown[]) => calls.send(method, ...args).answer

  const askStatus = () => void call('status').then((present) => status.hear(present as SyncStatus))

  // This tab may have missed messages of another device, or got answers of the one that ended.
  function readAgain(): void {
    isServed = true
    if (!closed.signal.aborted) receive({ kind: 'ready' })
  }
  const competing = competeForLead(name, (lead) => {
    const stopDevice = runDevice(userId, lead, start)
    return () => {
      stopDevice()
      // Deferred to a microtask, because a listener that throws must not keep this tab from leading
      // again.
      queueMicrotask(readAgain)
    }
  })
  channel.onmessage = ({ data }: MessageEvent<DeviceMessage>) => receive(data)
  document.addEventListener('resume', readAgain)
  status.listen((present) => {
    if (present.need === 'update') replaceIfOlder(present).catch(reportFault)
  })
  askStatus()

  return {
    mutate: tabEdits({ userId, calls, signal: closed.signal }) as TabReplica['mutate'],
    query: ((query, args) => call('query', query, args)) as TabReplica['query'],
    pending: () => call('pending') as ReturnType<TabReplica['pending']>,
    retry: async (id) => void (await call('retry', id)),
    discard: async (id) => void (await call('discard', id)),
    saveCopy: async (id) => void (await call('saveCopy', id)),
    onTables: tables.add,
    onStatus: status.listen,
    onLeft: left.add,
    onClosing: closing.add,
    flush: () => calls.post('flush'),
    resume: () => calls.post('resume'),
    close() {
      closed.abort(new AppError('authentication_required', 'Nobody is signed in.'))
      competing.end()
      document.removeEventListener('resume', readAgain)
      channel.close()
    },
  }
}
