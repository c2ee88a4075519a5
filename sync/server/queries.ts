import type postgres from 'postgres'
import type { Sql } from '#db/client.ts'
import { type QueryName, queryOf } from '#sync/contract/queries.ts'
import { shapeOf } from '#sync/contract/shapes.ts'

/**
 * Runs a query for a device without a database. The SQL is the device's, unchanged; views of this
 * owner's rows, named like their tables, stand before it.
 * @param args as the query's schema has parsed them.
 */
export async function runQuery(
  sql: Sql,
  ownerId: string,
  name: QueryName,
  args: unknown,
): Promise<object[]> {
  const query = queryOf(name)
  const values = [...query.params(args)]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const views = query.tables.map((table) => {
    const { columns, derived, owner } = shapeOf(table)
    const texts = Object.entries(derived ?? {}).map(([name, text]) => `${text} as ${name}`)
    const selected = [...Object.keys(columns), ...texts].join(', ')
    return `${table} as not materialized
      (select ${selected} from public.${table} where ${owner} = ${parameter(ownerId)})`
  })
  const text = `with ${views.join(', ')} ${query.sql}`
  return [...(await sql.unsafe(text, values as postgres.ParameterOrJSON<never>[]))]
}
