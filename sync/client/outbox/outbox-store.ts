import type { ErrorCode } from '#sync/contract/errors.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'

/** A mutation that is not in the outbox yet. */
export interface NewMutation {
  id: string
  name: MutationName
  args: unknown
  /** The device's clock, ISO 8601. */
  created_at: string
}

/** A mutation that the server's rows do not show yet. */
export interface OutboxEntry extends NewMutation {
  /** Position in the outbox, ascending, assigned by the store. */
  seq: number
  state: EntryState
}

/** The state of an entry of the outbox; an acknowledged entry is deleted. */
export type EntryState =
  /** Not sent, or sent and not answered. */
  | { kind: 'waiting' }
  /** Run by the server, and not acknowledged yet. Older builds stored an `lsn` with it. */
  | { kind: 'applied'; txid: number; tables: ShapeName[] }
  /** Refused by the server; stays until its author decides. */
  | { kind: 'rejected'; code: ErrorCode; message: string; data?: unknown }

/**
 * Stores the outbox separately from the rows, so that it survives when they are fetched again. A promise
 * resolves once the disk has the change.
 */
export interface OutboxStore {
  /** All entries by `seq`. */
  readAll(): Promise<OutboxEntry[]>
  /** Appends mutations as waiting, all or none. One whose id is there already keeps its place. */
  add(mutations: NewMutation[]): Promise<OutboxEntry[]>
  /** Sets the states of those entries that are still there, all or none. */
  setStates(states: ReadonlyMap<string, EntryState>): Promise<void>
  /**
   * Removes entries and appends mutations, all or none. A mutation is left out if the entry in its place
   * is already gone: another device that shares the store has replaced or discarded it.
   */
  replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]>
  close(): Promise<void>
}
