import type postgres from 'postgres'
import type { TransactionSql } from 'postgres'
import { authorsIn, isFilled } from '#sync/contract/filled-columns.ts'
import { shapeOf, type WritableName } from '#sync/contract/shapes.ts'

/** Values by column. */
export type Values = Record<string, unknown>

/**
 * The parts of statements on one owner's rows. Security: tables and columns are the contract's, and
 * values from outside are parameters.
 * @param by the author of a change.
 */
export function fragmentsOf(sql: TransactionSql, ownerId: string, by: string) {
  const identifier = (name: string) => sql(name)

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

  /** Rows of a mutation as a relation, however many they are: one parameter. */
  const given = (table: WritableName, rows: object[], columns: string[]) => {
    const types = columns.map((column) => `"${column}" ${shapeOf(table).columns[column]}`)
    return sql`jsonb_to_recordset(${sql.json(rows as postgres.JSONValue)})
      as given(${sql.unsafe(types.join())})`
  }

  const isSame = (columns: string[]) =>
    sql.unsafe(columns.map((column) => `and t."${column}" = given."${column}"`).join(' '))

  const changed = (table: WritableName, patch: Values) =>
    sql({ ...record(table, patch), ...authorsIn(table, by, ['updated_by']) })

  /** An update that changes nothing writes no row. */
  const differs = (table: WritableName, patch: Values) =>
    Object.entries(record(table, patch)).map(
      ([column, value]) => sql`or t.${identifier(column)} is distinct from ${value}`,
    )

  return { identifier, where, given, isSame, changed, differs }
}

/** The columns a mutation names. @throws for a column that mutations must not write. */
export function columnsOf(table: WritableName, values: Values): string[] {
  const { columns } = shapeOf(table)
  const names = Object.keys(values)
  for (const name of names) {
    if (!Object.hasOwn(columns, name) || isFilled(name)) {
      throw new Error(`No mutation may name ${table}.${name}.`)
    }
  }
  return names
}
