import type postgres from 'postgres'
import type { Sql } from '#db/client.ts'
import { cardTextSql } from '#db/schema/card-texts.ts'
import { type QueryName, queryOf } from '#sync/contract/queries.ts'
import { shapeOf } from '#sync/contract/shapes.ts'

/**
 * Runs a query for a device without a database. The SQL is the device's, unchanged; views of these
 * owners' rows, named like the device's tables, stand before it.
 * @param ownerIds the account, and the teams it is in.
 * @param args as the query's schema has parsed them.
 */
export async function runQuery(
  sql: Sql,
  ownerIds: readonly string[],
  name: QueryName,
  args: unknown,
): Promise<object[]> {
  const query = queryOf(name)
  const values = [...query.params(args)]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const views = query.tables.map((table) => {
    const { table: source, columns, derived, owner } = shapeOf(table)
    const texts = Object.entries(derived ?? {}).map(
      ([name, text]) => `${cardTextSql(text)} as ${name}`,
    )
    const selected = [...Object.keys(columns), ...texts].join(', ')
    return `${table} as not materialized
      (select ${selected} from public.${source} where ${owner} = any(${parameter(ownerIds)}))`
  })
  const text = `with ${views.join(', ')} ${query.sql}`
  return [...(await sql.unsafe(text, values as postgres.ParameterOrJSON<never>[]))]
}
