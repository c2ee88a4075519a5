import type { Sql } from '#db/client.ts'
import type { View } from './messages.ts'
import { RequestError } from './request-error.ts'
import { inspectTable, type Table } from './table.ts'
import { type Expr, parseWhere } from './where-ast.ts'
import { resolveWhere } from './where-resolve.ts'
import { toSql } from './where-sql.ts'

/** The shape that a request asks for. */
export interface ShapeRequest {
  table: string
  where: string | undefined
  params: Record<string, string>
  columns: string[] | undefined
  replica: 'default' | 'full'
  /** `changes_only` has no snapshot. */
  log: 'full' | 'changes_only'
}

/** A request checked against the database, in one spelling. Plain data: it is stored on disk. */
export interface Definition extends View {
  /** Equal for requests of the same shape. */
  key: string
  where: Expr | undefined
  log: 'full' | 'changes_only'
}

/** Number of definitions cached; a live client sends its own with each request. */
const REMEMBERED = 10_000

/** Definitions that were checked already, valid for as long as their shape exists. */
export class Definitions {
  private readonly known = new Map<string, Definition>()

  constructor(
    private readonly sql: Sql,
    private readonly hasShape: (definition: Definition) => boolean,
  ) {}

  /** @throws RequestError where no such shape is possible */
  async get({ table, where, params, columns, replica, log }: ShapeRequest): Promise<Definition> {
    const request = { table, where, params, columns, replica, log }
    const cacheKey = JSON.stringify(request)
    const known = this.known.get(cacheKey)
    // Shapes are dropped when their table changes; the definition is then checked again.
    if (known && this.hasShape(known)) return known
    const definition = await defineShape(this.sql, request)
    if (this.known.size >= REMEMBERED) this.known.clear()
    this.known.set(cacheKey, definition)
    return definition
  }
}

async function defineShape(sql: Sql, request: ShapeRequest): Promise<Definition> {
  const table = await inspectTable(sql, request.table)
  const columns = chooseColumns(table, request.columns)
  const where = request.where ? await readWhere(sql, table, request.where, request) : undefined
  const { replica, log } = request
  const params: string[] = []
  const condition = where && toSql(where, params)
  const key = JSON.stringify([table.oid, condition, params, columns, replica, log])
  return { key, table, columns, replica, where, log }
}

async function readWhere(
  sql: Sql,
  table: Table,
  where: string,
  { params }: ShapeRequest,
): Promise<Expr> {
  const columns = table.columns.map(({ name }) => name)
  return resolveWhere(sql, table, await parseWhere(where, params, { columns }))
}

/** Sorts columns in the table's order, so that the order in a request makes no other shape. */
function chooseColumns({ columns, key }: Table, wanted: string[] | undefined): string[] {
  const all = columns.map(({ name }) => name)
  if (!wanted) return all
  const missing = key.filter((name) => !wanted.includes(name))
  if (missing.length > 0) {
    throw new RequestError(
      'columns',
      `The list of columns must include all primary key columns, missing: ${missing.join(', ')}`,
    )
  }
  const unknown = wanted.filter((name) => !all.includes(name))
  if (unknown.length > 0) {
    throw new RequestError(
      'columns',
      `The following columns are not found on the table: ${unknown.join(', ')}`,
    )
  }
  return all.filter((name) => wanted.includes(name))
}
