import type { ErrorCode } from '#sync/contract/errors.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'

/** A mutation before it has a place in the outbox. */
export interface NewMutation {
  id: string
  name: MutationName
  args: unknown
  /** The device's clock, ISO 8601. */
  created_at: string
}

/** A mutation that the server's rows do not show yet. */
export interface OutboxEntry extends NewMutation {
  /** Ascending, given by the store. */
  seq: number
  state: EntryState
}

/** How far an entry of the outbox has come; one that is acknowledged is deleted. */
export type EntryState =
  /** Not sent, or sent and not answered. */
  | { kind: 'waiting' }
  /** Run by the server, and not acknowledged yet. Older builds stored an `lsn` with it. */
  | { kind: 'applied'; txid: number; tables: ShapeName[] }
  /** Refused by the server; stays until its author decides. */
  | { kind: 'rejected'; code: ErrorCode; message: string; data?: unknown }

/**
 * Stores the outbox apart from the rows, so that it survives whatever makes those be fetched again.
 * A promise that resolves means the disk has it.
 */
export interface OutboxStore {
  /** All entries by `seq`. */
  readAll(): Promise<OutboxEntry[]>
  /** Appends mutations as waiting, all or none. One whose id is there already keeps its place. */
  add(mutations: NewMutation[]): Promise<OutboxEntry[]>
  /** Sets the states of those entries that are still there, all or none. */
  setStates(states: ReadonlyMap<string, EntryState>): Promise<void>
  /**
   * Removes entries and appends others, all or none. The mutation in the place of an entry that is gone
   * by now is left out: another device over this store has decided about it.
   */
  replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]>
  close(): Promise<void>
}
