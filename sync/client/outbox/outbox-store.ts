import type { ErrorCode } from '#sync/contract/errors.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'

/** A mutation as it is made, before it has a place in the outbox. */
export interface NewMutation {
  id: string
  name: MutationName
  args: unknown
  /** The device's clock, ISO 8601. */
  created_at: string
}

/** A mutation that is not yet seen in the rows the server sends, in the order they were made. */
export interface OutboxEntry extends NewMutation {
  /** Given by the store: later entries have greater ones. */
  seq: number
  state: EntryState
}

export type EntryState =
  /** To be sent, or sent without an answer that arrived. */
  | { kind: 'waiting' }
  /** Done on the server; its effect is still on its way back. Older builds kept an `lsn` with it. */
  | { kind: 'applied'; txid: number; tables: ShapeName[] }
  /** Refused by the server: stays until its author decides. */
  | { kind: 'rejected'; code: ErrorCode; message: string; data?: unknown }

/**
 * Where unsent work is kept, apart from the rows: it survives everything that makes those be fetched
 * again. A promise that resolves means the disk has it.
 */
export interface OutboxStore {
  /** All entries by `seq`. */
  readAll(): Promise<OutboxEntry[]>
  /** Puts mutations at the end, waiting, all or none. One whose id is there stays where it is. */
  add(mutations: NewMutation[]): Promise<OutboxEntry[]>
  /** Sets the states of entries that are there still, all or none. */
  setStates(states: ReadonlyMap<string, EntryState>): Promise<void>
  /** Takes entries out and puts others at the end, all or none. */
  replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]>
  close(): Promise<void>
}
