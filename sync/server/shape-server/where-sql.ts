import { identifier } from '#db/schema/sql-identifier.ts'
import type { Expr, OrderKey } from './where-ast.ts'

/**
 * Writes a condition as SQL.
 * @param params takes the values of its placeholders, after those it holds already. Each use gets a
 *   placeholder of its own, because PostgreSQL gives each one type.
 */
export function toSql(expr: Expr, params: string[]): string {
  const sql = (child: Expr) => toSql(child, params)
  const list = (children: Expr[], between: string) => children.map(sql).join(between)
  switch (expr.kind) {
    case 'column':
      return identifier(expr.name)
    case 'constant':
      if (expr.text === null) return 'NULL'
      return expr.isQuoted ? `$${params.push(expr.text)}` : expr.text
    case 'cast':
      return `(${sql(expr.arg)})::${expr.type}`
    case 'operator':
      return expr.left
        ? `(${sql(expr.left)} ${expr.name} ${sql(expr.right)})`
        : `(${expr.name} ${sql(expr.right)})`
    case 'any':
      return `(${sql(expr.left)} ${expr.name} ANY (${sql(expr.right)}))`
    case 'in':
      return `(${sql(expr.left)} ${expr.isNot ? 'NOT IN' : 'IN'} (${list(expr.items, ', ')}))`
    case 'distinct':
      return `(${sql(expr.left)} IS ${expr.isNot ? 'NOT ' : ''}DISTINCT FROM ${sql(expr.right)})`
    case 'is':
      return `(${sql(expr.arg)} IS ${expr.test.toUpperCase()})`
    case 'and':
      return `(${list(expr.args, ' AND ')})`
    case 'or':
      return `(${list(expr.args, ' OR ')})`
    case 'not':
      return `(NOT ${sql(expr.arg)})`
    case 'call':
      return `${expr.name}(${list(expr.args, ', ')})`
  }
}

export function orderBySql(keys: OrderKey[]): string {
  return keys
    .map(({ by, isDescending, nulls }) =>
      [toSql(by, []), isDescending ? 'DESC' : 'ASC', nulls ? `NULLS ${nulls.toUpperCase()}` : '']
        .join(' ')
        .trim(),
    )
    .join(', ')
}
