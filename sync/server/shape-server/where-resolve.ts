import type { Queryable } from '#db/client.ts'
import { identifier } from '#db/schema/sql-identifier.ts'
import { asClauseError, locatedError, RequestError } from './request-error.ts'
import type { Column, Table } from './table.ts'
import { columnOf, type Expr } from './where-ast.ts'
import { toSql } from './where-sql.ts'

const MIRRORED: Record<string, string> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}
const WITH_PATTERN = ['~~', '!~~']

/**
 * Makes sure that PostgreSQL takes a clause for a table, and writes its constants as the column
 * they are compared with would hold them: `'A0EE…'` becomes the lower-case uuid, `' 7'` the number
 * 7.
 * @param sql with a time limit: a clause can run for ever before it reads any row
 * @throws RequestError where PostgreSQL does not take it
 */
export async function resolveWhere(sql: Queryable, table: Table, expr: Expr): Promise<Expr> {
  const found: Comparison[] = []
  const upright = mapComparisons(expr, table, (comparison) => {
    found.push(comparison)
    return comparison.constant
  })
  await checkWhere(sql, table, upright)
  const texts = await Promise.all(found.map((comparison) => canonicalText(sql, comparison)))
  let at = 0
  return mapComparisons(upright, table, ({ constant }) => {
    const text = texts[at++]
    return text === undefined ? constant : { kind: 'constant', text, isQuoted: true }
  })
}

/**
 * Runs a clause on no row: PostgreSQL checks types and reads placeholders, and touches no table.
 */
export async function checkWhere(
  sql: Queryable,
  table: Table,
  expr: Expr,
  field = 'where',
): Promise<void> {
  const params: string[] = []
  const condition = toSql(expr, params)
  const from = `${identifier(table.schema)}.${identifier(table.name)}`
  await sql
    .unsafe(`select from ${from} where ${condition} limit 0`, params)
    .catch(async (error: Error & { code?: string }) => {
      await throwConstantError(sql, table, expr, field, error)
      // Wrong syntax, unknown names and types that do not fit.
      if (/^42/.test(error.code ?? '')) throw new RequestError(field, inWords(error.message))
      throw asClauseError(error, field)
    })
}

/** Rewords a message as Electric does. */
function inWords(message: string): string {
  const isNoCondition = message.startsWith('argument of WHERE must be type boolean')
  return isNoCondition ? 'WHERE clause must return a boolean' : message
}

/** @throws RequestError where one of a clause's constants is not of the type of its column */
async function throwConstantError(
  sql: Queryable,
  table: Table,
  expr: Expr,
  field: string,
  { code }: { code?: string },
): Promise<void> {
  // Invalid text representation, invalid date, date out of range.
  if (!/^(22P02|22007|22008)$/.test(code ?? '')) return
  const found: Comparison[] = []
  const collect = (comparison: Comparison) => {
    found.push(comparison)
    return comparison.constant
  }
  mapComparisons(expr, table, collect, () => true)
  for (const { column, constant } of found) {
    if (constant.kind !== 'constant' || constant.text === null) continue
    const { text, at } = constant
    const isValid = await sql.unsafe(`select $1::text::${column.type}`, [text]).then(
      () => true,
      () => false,
    )
    if (isValid) continue
    throw locatedError(field, at, `invalid syntax for type ${column.shown.type}: ${text}`)
  }
}

interface Comparison {
  column: Column
  constant: Expr
}

/** @returns nothing where the constant is of another type than the column, with another meaning */
async function canonicalText(
  sql: Queryable,
  { column, constant }: Comparison,
): Promise<string | null | undefined> {
  if (constant.kind === 'constant' && constant.text === null) return null
  const params: string[] = []
  const value = toSql(constant, params)
  const isTyped = constant.kind === 'cast'
  const [row] = await sql
    .unsafe<{ text: string; type: string }[]>(
      `select format('%s', ${value}::${column.type}) as text,
        ${isTyped ? `pg_typeof(${toSql(constant, params)})::oid` : 'null'} as type`,
      params,
    )
    .catch((error: Error & { code?: string }) => {
      // The constant may be out of the column's range, for one; PostgreSQL can still compare it.
      if (/^22/.test(error.code ?? '')) return []
      throw asClauseError(error, 'where')
    })
  return row && (!isTyped || Number(row.type) === column.typeOid) ? row.text : undefined
}

/**
 * Rebuilds a clause with each `column op constant` (constants on the right) passed through
 * `replace`.
 */
function mapComparisons(
  expr: Expr,
  table: Table,
  replace: (comparison: Comparison) => Expr,
  isWanted = ({ isEqualAsText }: Column) => isEqualAsText,
): Expr {
  const inner = (child: Expr) => mapComparisons(child, table, replace, isWanted)
  const against = (left: Expr, right: Expr, isPattern = false): Expr => {
    const column = columnOf(left, table)
    if (!column || !isWanted(column) || isPattern || !isConstant(right, column)) return right
    return replace({ column, constant: right })
  }
  switch (expr.kind) {
    case 'operator': {
      const { left, right, name } = expr
      if (!left) return expr
      const mirrored = MIRRORED[name]
      if (mirrored && right.kind === 'column' && left.kind !== 'column') {
        return { ...expr, name: mirrored, left: right, right: against(right, left) }
      }
      if (!mirrored && !WITH_PATTERN.includes(name)) return expr
      return { ...expr, right: against(left, right, !mirrored) }
    }
    case 'in':
      return { ...expr, items: expr.items.map((item) => against(expr.left, item)) }
    case 'distinct':
      return { ...expr, right: against(expr.left, expr.right) }
    case 'is':
    case 'not':
      return { ...expr, arg: inner(expr.arg) }
    case 'and':
    case 'or':
      return { ...expr, args: expr.args.map(inner) }
    default:
      return expr
  }
}

/**
 * Whether a constant takes the column's type: it has none, names that one, or is a number of its
 * kind.
 */
function isConstant(expr: Expr, { shown, typeOid }: Column): boolean {
  if (expr.kind === 'cast') return expr.arg.kind === 'constant' && expr.arg.isQuoted
  if (expr.kind !== 'constant') return false
  if (expr.isQuoted) return true
  if (typeOid === 16) return expr.text === 'true' || expr.text === 'false'
  return /^(int2|int4|int8|oid)$/.test(shown.type) && /^-?\d+$/.test(expr.text ?? '')
}
