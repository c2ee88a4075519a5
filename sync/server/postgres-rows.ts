import type { TransactionSql } from 'postgres'
import { AppError } from '#sync/contract/errors.ts'
import { authorsIn, unfilledColumns } from '#sync/contract/filled-columns.ts'
import { type InsertedRow, makesCount } from '#sync/contract/quotas.ts'
import type { MutationTx } from '#sync/contract/rows.ts'
import {
  type ShapeName,
  type ShapeRows,
  shapeOf,
  type WritableName,
} from '#sync/contract/shapes.ts'
import type { TeamAction } from '#sync/contract/team-permissions.ts'
import { columnsOf, fragmentsOf, type Values } from './row-fragments.ts'
import { eraseHistory } from './shape-history.ts'

export interface PostgresRows extends MutationTx {
  /**
   * The tables that really changed, in the order of their first change; the shape stream tells of
   * no others.
   */
  readonly written: ReadonlySet<ShapeName>
  /** The rows of those inserts that inserted at least one, and those that count again, of all owners. */
  readonly inserted: readonly InsertedRow[]
}

interface Writer {
  ownerId: string
  /** The account that makes the change. */
  by: string
  /** Whether the role in the team allows an action. */
  may(action: TeamAction): boolean
  now: Date
  /** When the change was made, by the server's clock. */
  madeAt: Date
}

/**
 * One owner's rows in a transaction of PostgreSQL. Every statement names the owner; tables and
 * columns are the contract's, and values from outside are parameters.
 */
export function postgresRows(sql: TransactionSql, writer: Writer): PostgresRows {
  return rowsOf({ sql, writer, written: new Set(), inserted: [] })
}

/** One owner's part of a transaction; other owners' parts add to the same `written` and `inserted`. */
interface OwnerTransaction {
  sql: TransactionSql
  writer: Writer
  written: Set<ShapeName>
  inserted: InsertedRow[]
}

function rowsOf(transaction: OwnerTransaction): PostgresRows {
  const { writer, written, inserted } = transaction
  return {
    now: writer.now,
    madeAt: writer.madeAt,
    by: writer.by,
    written,
    inserted,
    ...readsOf(transaction),
    ...writesOf(transaction),
    ...checksOf(transaction),
    eraseHistory: (tables) => eraseHistory(transaction.sql, [writer.ownerId], tables),
    of: (other) => rowsOf({ ...transaction, writer: { ...writer, ownerId: other } }),
  }
}

type Reads = Pick<PostgresRows, 'get' | 'getAll' | 'find' | 'isMadeByOthers'>

function readsOf({ sql, writer }: OwnerTransaction): Reads {
  const { ownerId, by } = writer
  const { identifier, where, given } = fragmentsOf(sql, ownerId, by)
  return {
    async get(table, key) {
      const [row] = await sql`select * from ${identifier(table)} where ${where(table, key)}`
      return row as ShapeRows[typeof table] | undefined
    },
    async getAll(table, keys) {
      const [first] = keys
      if (!first) return []
      const rows = await sql`
        select ${sql(unfilledColumns(table))} from ${identifier(table)} t
        join ${given(table, keys, Object.keys(first))} using (${sql(Object.keys(first))})
        where owner_id = ${ownerId}`
      return [...rows] as never
    },
    async find(table, values) {
      const rows = await sql`
        select ${sql(unfilledColumns(table))} from ${identifier(table)} where ${where(table, values)}`
      return [...rows] as never
    },
    async isMadeByOthers(table, values) {
      const [made] = await sql`
        select from ${identifier(table)}
        where ${where(table, values)} and created_by <> ${by} limit 1`
      return made !== undefined
    },
  }
}

type Writes = Pick<PostgresRows, 'insert' | 'update' | 'updateAll' | 'delete' | 'move'>

function writesOf({ sql, writer, written, inserted }: OwnerTransaction): Writes {
  const { ownerId, by } = writer
  const { identifier, where, given, isSame, changed, differs } = fragmentsOf(sql, ownerId, by)

  const note = (table: ShapeName, { count }: { count: number }) => {
    if (count > 0) written.add(table)
  }

  function noteUpdate(
    table: WritableName,
    keys: readonly Values[],
    patch: Values,
    done: { count: number },
  ): void {
    note(table, done)
    if (done.count > 0 && makesCount(table, patch))
      inserted.push(...keys.map((key) => ({ table, owner_id: ownerId, ...key })))
  }

  return {
    async insert(table, rows) {
      const [first] = rows
      if (!first) return
      const filled = { owner_id: ownerId, ...authorsIn(table, by, ['created_by', 'updated_by']) }
      const columns = [...columnsOf(table, first), ...Object.keys(filled)]
      const records = rows.map((row) => ({ ...row, ...filled }))
      const done = await sql`
        insert into ${identifier(table)} (${sql(columns)})
        select ${sql(columns)} from ${given(table, records, columns)} on conflict do nothing`
      note(table, done)
      if (done.count > 0)
        inserted.push(...rows.map((row) => ({ table, owner_id: ownerId, ...row })))
    },
    async update(table, key, patch) {
      const done = await sql`
        update ${identifier(table)} t set ${changed(table, patch)}
        where ${where(table, key)} and (false ${differs(table, patch)})`
      noteUpdate(table, [key], patch, done)
    },
    async updateAll(table, keys, patch) {
      const [first] = keys
      if (!first) return
      const columns = columnsOf(table, first)
      const done = await sql`
        update ${identifier(table)} t set ${changed(table, patch)}
        from ${given(table, keys, columns)}
        where t.owner_id = ${ownerId} ${isSame(columns)} and (false ${differs(table, patch)})`
      noteUpdate(table, keys, patch, done)
    },
    async delete(table, keys) {
      const [first] = keys
      if (!first) return
      const columns = columnsOf(table, first)
      note(
        table,
        await sql`
          delete from ${identifier(table)} t using ${given(table, keys, columns)}
          where t.owner_id = ${ownerId} ${isSame(columns)}`,
      )
    },
    async move(table, values, target) {
      const columns = Object.keys(shapeOf(table).columns)
      const selected = columns.map((column, index) => {
        const value = column === 'owner_id' ? sql`${target}::text` : sql`${identifier(column)}`
        return index === 0 ? value : sql`, ${value}`
      })
      // Rows are inserted and deleted instead of updated, so that the shapes of both owners get the
      // simplest messages.
      const moved = await sql`
        insert into ${identifier(table)} (${sql(columns)})
        select ${selected}
        from ${identifier(table)} where ${where(table, values)} on conflict do nothing`
      if (moved.count > 0) inserted.push({ ...values, table, owner_id: target })
      note(table, await sql`delete from ${identifier(table)} where ${where(table, values)}`)
    },
  }
}

function checksOf({
  sql,
  writer,
}: OwnerTransaction): Pick<PostgresRows, 'assertInTeam' | 'assertMember'> {
  const { ownerId, may } = writer
  return {
    assertInTeam(action) {
      if (!may(action))
        throw new AppError('forbidden', 'Your role in the team does not allow this.')
    },
    async assertMember(accountId) {
      // The row is locked, so that a removal waits, or is seen here: it deletes what this mutation adds.
      const [member] = await sql`
        select from team_members
        where team_id = ${ownerId} and user_id = ${accountId} and ended_at is null
        for share`
      if (!member) throw new AppError('member_left', 'This member is not in the team any more.')
    },
  }
}
