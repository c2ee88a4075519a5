import type { MutationArgs, MutationName } from '../contract/mutations.ts'
import type { QueryArgs, QueryName, QueryRowOf } from '../contract/queries.ts'
import type { ShapeName } from '../contract/shapes.ts'
import type { Database } from './database.ts'
import type { OutboxEntry, OutboxStore } from './outbox-store.ts'
import type { SyncStatus } from './status.ts'

export interface DeviceOptions {
  userId: string
  /** Opened by whoever calls, and closed by them after `close()`. Another user's rows are emptied. */
  database: Database
  outbox: OutboxStore
  /** Sends the session along. */
  fetch: typeof fetch
  /** Origin of the API. */
  baseUrl: string
  /** The device's clock, in epoch milliseconds. */
  now?: () => number
  /** Rejects or throws when this device may write no more: another one took its place. */
  assertLeader?: () => void | Promise<void>
  /** Told of faults that nobody waits for. */
  onFault?: (fault: unknown) => void
}

/** A mutation that is not done, as the Sync panel shows it. */
export interface PendingMutation extends OutboxEntry {
  /** The rejected mutation that made the row this one is about: they are one item. */
  parentId?: string
  canCopy: boolean
}

/**
 * One user's rows on one device: what its tables hold is always the server's rows with this
 * device's pending mutations on top, in order.
 */
export interface Device {
  /**
   * Resolves once the outbox holds the mutation and the tables show it.
   * @throws AppError `invalid_input`, or what the rows here refuse it with: nothing was done then.
   */
  mutate<N extends MutationName>(name: N, args: MutationArgs<N>): Promise<{ id: string }>
  /** Takes in what another tab has put into the outbox. */
  adopt(): Promise<void>
  query<N extends QueryName>(name: N, args: QueryArgs<N>): Promise<QueryRowOf<N>[]>
  /** Calls back with the tables that changed. @returns what ends that. */
  onTables(listener: (tables: ReadonlySet<ShapeName>) => void): () => void
  status(): SyncStatus
  onStatus(listener: (status: SyncStatus) => void): () => void
  /** All that waits, is on its way or was rejected, in order. */
  pending(): Promise<PendingMutation[]>
  /** Sends a rejected mutation again under a new id, with those that hang on it. */
  retry(id: string): Promise<void>
  /** Gives a rejected mutation up, with those that hang on it. */
  discard(id: string): Promise<void>
  /** Keeps what a rejected mutation held as something new, and gives the mutation up. */
  saveCopy(id: string): Promise<void>
  /** Sends what waits and asks for what is new at once, whatever pause is on. */
  flush(): void
  /** Goes on after an ended session: the same user has signed in again. */
  resume(): void
  /** Ends everything; what waits stays in the outbox. */
  close(): Promise<void>
}

/** Opens a device: undoes what was unfinished, checks the rows, and begins to sync. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  throw new Error(`No rows for ${options.baseUrl} yet.`)
}

/** Empties a database for somebody else: rows, cursors, everything. */
export async function resetDatabase(database: Database): Promise<void> {
  await database.exec('drop schema public cascade; create schema public')
}
