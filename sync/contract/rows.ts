import type { ShapeRows, WritableName } from './shapes.ts'

/** What the database fills in itself: whose row it is, and whom it is about. */
type Filled = 'owner_id' | 'team_id' | 'card'

type NewRow<T extends WritableName> = Omit<ShapeRows[T], Filled>
type RowPatch<T extends WritableName> = Partial<NewRow<T>>
/** Values of the key's columns, less the owner. */
type RowKey<T extends WritableName> = RowPatch<T>

/**
 * What a mutation sees of a database, the same over PGlite on the device and over PostgreSQL on the
 * server: the rows of one owner, by their keys, and nothing else. Each call sees what the ones before
 * it wrote.
 */
export interface MutationTx {
  /** The device's clock at the time of the act; on the server, the server's. */
  readonly now: Date
  get<T extends WritableName>(table: T, key: RowKey<T>): Promise<ShapeRows[T] | undefined>
  /** Rows whose key is there already stay as they are. */
  insert<T extends WritableName>(table: T, rows: NewRow<T>[]): Promise<void>
  update<T extends WritableName>(table: T, key: RowKey<T>, patch: RowPatch<T>): Promise<void>
  /** Deletes the rows of these keys that are there. */
  delete<T extends WritableName>(table: T, keys: RowKey<T>[]): Promise<void>
}
