import { randomInt } from 'node:crypto'
import type { Sql } from '#db/client.ts'
import type { Definition } from './definition.ts'
import { snapshotMessage } from './messages.ts'
import { currentSnapshot } from './pg-snapshot.ts'
import { asClauseError } from './request-error.ts'
import type { SubsetRequest } from './shape-request.ts'
import { selectRows } from './snapshot.ts'
import type { Row } from './table.ts'
import { type Expr, parseOrderBy, parseWhere } from './where-ast.ts'
import { checkWhere } from './where-resolve.ts'
import { orderBySql, toSql } from './where-sql.ts'

/** The time limit of a request in the middle of a client's stream. */
const TIMEOUT = '10s'

/**
 * Some rows of a shape as they are now, with the query's snapshot, by which the client tells which
 * streamed changes they hold already.
 * @returns JSON
 * @throws RequestError
 */
export async function readSubset(
  sql: Sql,
  definition: Definition,
  { where, params, orderBy, limit, offset }: SubsetRequest,
): Promise<string> {
  // Security: conditions may name sent columns only, or they would reveal what a hidden one holds.
  const { columns } = definition
  const narrower = where && (await parseWhere(where, params, { field: 'subset.where', columns }))
  const order = orderBy ? await parseOrderBy(orderBy, { field: 'subset.order_by', columns }) : []
  const conditions = [definition.where, narrower].filter((expr): expr is Expr => Boolean(expr))
  const bound: string[] = []
  const query = [
    selectRows(definition),
    conditions.length > 0 ? `where ${toSql({ kind: 'and', args: conditions }, bound)}` : '',
    order.length > 0 ? `order by ${orderBySql(order)}` : '',
    limit === undefined ? '' : `limit ${limit}`,
    offset === undefined ? '' : `offset ${offset}`,
  ].join(' ')

  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx.unsafe(`set local statement_timeout = '${TIMEOUT}'`)
    if (narrower) await checkWhere(tx, definition.table, narrower, 'subset.where')
    const { snapshot, lsn } = await currentSnapshot(tx)
    const rows = await tx.unsafe<Row[]>(query, bound).catch((error) => {
      throw asClauseError(error, 'subset.where')
    })
    const { xmin, xmax, running } = snapshot
    const mark = randomInt(2 ** 31)
    const metadata = {
      snapshot_mark: mark,
      xmin: String(xmin),
      xmax: String(xmax),
      xip_list: running.map(String),
      database_lsn: String(lsn),
    }
    const data = rows.map((row) => snapshotMessage(definition, row, { snapshot_mark: mark }))
    return `{"metadata":${JSON.stringify(metadata)},"data":[${data.join(',')}]}`
  })
}
