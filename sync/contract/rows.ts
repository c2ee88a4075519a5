import type { Filled } from './filled-columns.ts'
import type { ShapeName, ShapeRows, WritableName } from './shapes.ts'
import type { TeamAction } from './team-permissions.ts'

/** A new row; columns that may be null can be left out. */
type NewRow<T extends WritableName> = Omit<ShapeRows[T], Filled | Nullable<ShapeRows[T]>> &
  RowPatch<T>
type Nullable<R> = { [C in keyof R]: null extends R[C] ? C : never }[keyof R]
type RowPatch<T extends WritableName> = Partial<Omit<ShapeRows[T], Filled>>
/** Values of the key's columns, less the owner. */
type RowKey<T extends WritableName> = RowPatch<T>
/** A row among many, less what is filled in below: cards are most of it. */
type FoundRow<T extends WritableName> = Omit<ShapeRows[T], Filled>

/**
 * A mutation's view of a database, the same over PGlite on the device and PostgreSQL on the server:
 * the rows of one owner, by their keys, and nothing else. Each call sees what the ones before it
 * wrote.
 */
export interface MutationTx {
  /** On the device, its clock when the mutation was made; on the server, the server's. */
  readonly now: Date
  /**
   * When the change was made, by the server's clock and never later than now: the device's clock may be
   * wrong, and tells on the server only how long before the push it was. On the device, `now`.
   */
  readonly madeAt: Date
  /** The account that makes the change: the author of what is written. */
  readonly by: string
  get<T extends WritableName>(table: T, key: RowKey<T>): Promise<ShapeRows[T] | undefined>
  /** Those rows of these keys that exist. */
  getAll<T extends WritableName>(table: T, keys: RowKey<T>[]): Promise<FoundRow<T>[]>
  /**
   * All rows with these values. On the device, rows that join them later do not run the mutation again:
   * until the server has, its effect there is on those found.
   */
  find<T extends WritableName>(table: T, where: RowPatch<T>): Promise<FoundRow<T>[]>
  /**
   * Whether another account made one of the rows with these values, be it there no more. The device
   * leaves it to the server, and takes it that none did.
   */
  isMadeByOthers<T extends WritableName>(table: T, where: RowPatch<T>): Promise<boolean>
  /** Rows whose key exists already stay as they are. */
  insert<T extends WritableName>(table: T, rows: NewRow<T>[]): Promise<void>
  update<T extends WritableName>(table: T, key: RowKey<T>, patch: RowPatch<T>): Promise<void>
  /** Gives those rows of these keys that exist the same values: one statement, however many they are. */
  updateAll<T extends WritableName>(table: T, keys: RowKey<T>[], patch: RowPatch<T>): Promise<void>
  /** Deletes those rows of these keys that exist. */
  delete<T extends WritableName>(table: T, keys: RowKey<T>[]): Promise<void>
  /** Gives all rows with these values to another owner; rows whose key that one has are deleted. */
  move<T extends WritableName>(table: T, where: RowPatch<T>, ownerId: string): Promise<void>
  /**
   * Erases the former rows of these tables from the history of their shapes as well: nobody may read them
   * any more. The owner's devices fetch the tables anew, so only a mutation that erased something calls it.
   */
  eraseHistory(tables: readonly ShapeName[]): Promise<void>
  /** The view of another owner's rows, in the same transaction. */
  of(ownerId: string): MutationTx
  /**
   * Asks more of the member's role than the mutation itself does. The device leaves it to the server.
   * @throws AppError `forbidden`.
   */
  assertInTeam(action: TeamAction): void
  /**
   * Asks that an account is in the team at present. The device leaves it to the server.
   * @throws AppError `member_left`.
   */
  assertMember(accountId: string): Promise<void>
}
