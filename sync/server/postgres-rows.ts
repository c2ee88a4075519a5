import type postgres from 'postgres'
import type { TransactionSql } from 'postgres'
import type { InsertedRow } from '#sync/contract/quotas.ts'
import type { MutationTx } from '#sync/contract/rows.ts'
import {
  type ShapeName,
  type ShapeRows,
  shapeOf,
  type WritableName,
} from '#sync/contract/shapes.ts'

type Values = Record<string, unknown>

export interface PostgresRows extends MutationTx {
  /**
   * The tables that really changed, in the order of their first change; the shape stream tells of
   * no others.
   */
  readonly written: ReadonlySet<ShapeName>
  /** The rows of those inserts that inserted at least one. */
  readonly inserted: readonly InsertedRow[]
}

/**
 * One owner's rows in a transaction of PostgreSQL. Every statement names the owner; tables and
 * columns are the contract's, and values from outside are parameters.
 */
export function postgresRows(
  sql: TransactionSql,
  { ownerId, now }: { ownerId: string; now: Date },
): PostgresRows {
  const written = new Set<ShapeName>()
  const inserted: InsertedRow[] = []

  const identifier = (name: string) => sql(name)

  const note = (table: ShapeName, { count }: { count: number }) => {
    if (count > 0) written.add(table)
  }

  /** `column = value and …`, restricted to the owner's rows. */
  const where = (table: WritableName, values: Values) => {
    const conditions = columnsOf(table, values).map((column) =>
      values[column] === null
        ? sql`and ${identifier(column)} is null`
        : sql`and ${identifier(column)} = ${parameter(table, column, values[column])}`,
    )
    return sql`owner_id = ${ownerId} ${conditions}`
  }

  const parameter = (table: WritableName, column: string, value: unknown) =>
    shapeOf(table).columns[column] === 'jsonb' && value !== null
      ? sql.json(value as postgres.JSONValue)
      : (value as postgres.SerializableParameter)

  const record = (table: WritableName, values: Values) =>
    Object.fromEntries(
      columnsOf(table, values).map((column) => [column, parameter(table, column, values[column])]),
    )

  return {
    now,
    written,
    inserted,
    async get(table, key) {
      const [row] = await sql`select * from ${identifier(table)} where ${where(table, key)}`
      return row as ShapeRows[typeof table] | undefined
    },
    async insert(table, rows) {
      if (rows.length === 0) return
      const records = rows.map((row) => ({ ...record(table, row), owner_id: ownerId }))
      const done =
        await sql`insert into ${identifier(table)} ${sql(records)} on conflict do nothing`
      note(table, done)
      if (done.count > 0) inserted.push(...rows.map((row) => ({ table, ...row })))
    },
    async update(table, key, patch) {
      const values = record(table, patch)
      const differs = Object.entries(values).map(
        ([column, value]) => sql`or ${identifier(column)} is distinct from ${value}`,
      )
      note(
        table,
        await sql`
          update ${identifier(table)} set ${sql(values)}
          where ${where(table, key)} and (false ${differs})`,
      )
    },
    async delete(table, keys) {
      const [first] = keys
      if (!first) return
      const columns = columnsOf(table, first)
      const types = columns.map((column) => `"${column}" ${shapeOf(table).columns[column]}`)
      const isSame = columns.map((column) => `and t."${column}" = given."${column}"`)
      note(
        table,
        await sql`
          delete from ${identifier(table)} t
          using jsonb_to_recordset(${sql.json(keys as postgres.JSONValue)}) as given(${sql.unsafe(types.join())})
          where t.owner_id = ${ownerId} ${sql.unsafe(isSame.join(' '))}`,
      )
    },
  }
}

/** The columns a mutation names. @throws for a column that mutations must not write. */
function columnsOf(table: WritableName, values: Values): string[] {
  const { columns } = shapeOf(table)
  const names = Object.keys(values)
  for (const name of names) {
    if (!Object.hasOwn(columns, name) || name === 'owner_id') {
      throw new Error(`No mutation may name ${table}.${name}.`)
    }
  }
  return names
}
