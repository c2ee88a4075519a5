import type { ShapeRows, WritableName } from './shapes.ts'

/** Columns the database fills in itself: whose row it is, and the person's card. */
type Filled = 'owner_id' | 'card'

type NewRow<T extends WritableName> = Omit<ShapeRows[T], Filled>
type RowPatch<T extends WritableName> = Partial<NewRow<T>>
/** Values of the key's columns, less the owner. */
type RowKey<T extends WritableName> = RowPatch<T>

/**
 * A mutation's view of a database, the same over PGlite on the device and PostgreSQL on the server:
 * the rows of one owner, by their keys, and nothing else. Each call sees what the ones before it
 * wrote.
 */
export interface MutationTx {
  /** On the device, its clock when the mutation was made; on the server, the server's. */
  readonly now: Date
  get<T extends WritableName>(table: T, key: RowKey<T>): Promise<ShapeRows[T] | undefined>
  /** Rows whose key exists already stay as they are. */
  insert<T extends WritableName>(table: T, rows: NewRow<T>[]): Promise<void>
  update<T extends WritableName>(table: T, key: RowKey<T>, patch: RowPatch<T>): Promise<void>
  /** Deletes those rows of these keys that exist. */
  delete<T extends WritableName>(table: T, keys: RowKey<T>[]): Promise<void>
}
