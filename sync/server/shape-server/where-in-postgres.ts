import type { Sql } from '#db/client.ts'
import { identifier } from '#db/schema/sql-identifier.ts'
import type { Row, Table } from './table.ts'
import { columnsIn, type Expr } from './where-ast.ts'
import { toSql } from './where-sql.ts'

/**
 * Has PostgreSQL test rows in versions that it no longer holds: they are sent as text and cast to
 * the columns' types.
 * @returns for each row whether it matches
 */
export async function evaluateInPostgres(
  sql: Sql,
  table: Table,
  expr: Expr,
  rows: (Row | undefined)[],
): Promise<boolean[]> {
  const names = columnsIn(expr)
  const used = table.columns.filter(({ name }) => names.includes(name))
  const columns = used.map(({ name, type }, i) => ({ name, type, raw: `c${i}` }))
  const params = used.map(({ name }) => arrayText(rows.map((row) => row?.[name] ?? null)))
  // An extra column, so that a clause without columns is still tested once per row.
  params.push(arrayText(rows.map(() => null)))
  const lists = params.map((_, i) => `$${i + 1}::text[]`).join(', ')
  const raws = [...columns.map(({ raw }) => raw), 'filler', 'place'].join(', ')
  const fields = columns.map(({ name, type, raw }) => `raw.${raw}::${type} as ${identifier(name)}`)
  const answers = await sql.unsafe<{ is_match: string | null }[]>(
    `select (select ${toSql(expr, params)} from (select ${fields.join(', ')}) as t) as is_match
     from unnest(${lists}) with ordinality as raw (${raws}) order by raw.place`,
    params,
  )
  return rows.map((row, i) => row !== undefined && answers[i]?.is_match === 't')
}

function arrayText(values: (string | null)[]): string {
  const quoted = values.map((value) =>
    value === null ? 'NULL' : `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`,
  )
  return `{${quoted.join(',')}}`
}
