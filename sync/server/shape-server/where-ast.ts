import { parse } from 'libpg-query'
import { identifier } from '#db/schema/sql-identifier.ts'
import { locatedError, RequestError } from './request-error.ts'
import type { Column, Table } from './table.ts'

/**
 * A where clause, as far as we allow one. PostgreSQL's own parser reads it; only the nodes below
 * are taken over from its tree, and SQL is only ever written from these (`where-sql.ts`): what was
 * checked is what runs.
 */
export type Expr =
  | { kind: 'column'; name: string }
  /**
   * `text` null is NULL; a quoted one has no type yet and takes that of what it is compared with.
   * `at` is where in the clause it stands.
   */
  | { kind: 'constant'; text: string | null; isQuoted: boolean; at?: number }
  | { kind: 'cast'; arg: Expr; type: string }
  /** A binary operator, or a unary one where `left` is missing. */
  | { kind: 'operator'; name: string; left?: Expr; right: Expr }
  | { kind: 'any'; name: string; left: Expr; right: Expr }
  | { kind: 'in'; isNot: boolean; left: Expr; items: Expr[] }
  | { kind: 'distinct'; isNot: boolean; left: Expr; right: Expr }
  | { kind: 'is'; test: IsTest; arg: Expr }
  | { kind: 'and' | 'or'; args: Expr[] }
  | { kind: 'not'; arg: Expr }
  | { kind: 'call'; name: string; args: Expr[] }

type IsTest = (typeof IS_TESTS)[keyof typeof IS_TESTS]

const IS_TESTS = {
  IS_NULL: 'null',
  IS_NOT_NULL: 'not null',
  IS_TRUE: 'true',
  IS_NOT_TRUE: 'not true',
  IS_FALSE: 'false',
  IS_NOT_FALSE: 'not false',
  IS_UNKNOWN: 'unknown',
  IS_NOT_UNKNOWN: 'not unknown',
} as const

/**
 * The allowed operators: each returns the same for the same row at any time, and costs no more than it
 * seems to.
 */
const OPERATORS = '= <> != < <= > >= + - * / % || ~~ !~~ ~~* !~~* @> <@ && -> ->>'.split(' ')
const FUNCTIONS = 'lower upper btrim ltrim rtrim length abs'.split(' ')

/** The maximum depth: enough for every real clause, and not too deep for the stack. */
const MAX_DEPTH = 100

type Node = Record<string, Fields>
type Fields = Record<string, unknown>

/** The statement that a clause completes. Places are told without it, as Electric does. */
const WHERE_PREFIX = 'SELECT 1 WHERE '
const ORDER_PREFIX = 'SELECT 1 ORDER BY '

interface WhereOptions {
  /** The parameter of the request it came in, for errors. */
  field?: string
  /** Columns it may name; without a list PostgreSQL decides which exist. */
  columns?: string[]
}

/**
 * @param where the text after WHERE
 * @param params values of `$1`, `$2`, …
 * @throws RequestError for what is not SQL, and for SQL that is not allowed
 */
export async function parseWhere(
  where: string,
  params: Record<string, string>,
  { field = 'where', columns }: WhereOptions = {},
): Promise<Expr> {
  const select = await parseSelect(WHERE_PREFIX + where, field)
  // A clause that continues after its condition (GROUP BY, UNION, ; …) leaves more fields than
  // these.
  const rest = Object.keys(select).filter(
    (key) => !['targetList', 'whereClause', 'limitOption', 'op'].includes(key),
  )
  if (rest.length > 0 || !select.whereClause) {
    throw new RequestError(field, 'malformed query ending with SQL clauses')
  }
  const context = { params, field, columns, prefix: WHERE_PREFIX.length, depth: 0 }
  return toExpr(select.whereClause as Node, context)
}

/** The column, if an expression is nothing but a column. */
export function columnOf(expr: Expr | undefined, table: Table): Column | undefined {
  return expr?.kind === 'column' ? table.columns.find(({ name }) => name === expr.name) : undefined
}

/** The columns a condition names. */
export function columnsIn(expr: Expr): string[] {
  if (expr.kind === 'column') return [expr.name]
  const parts = Object.values(expr).flat() as unknown[]
  return parts.flatMap((part) =>
    typeof part === 'object' && part !== null ? columnsIn(part as Expr) : [],
  )
}

export interface OrderKey {
  by: Expr
  isDescending: boolean
  nulls: 'first' | 'last' | undefined
}

/** @param orderBy the text after ORDER BY */
export async function parseOrderBy(
  orderBy: string,
  { field = 'order_by', columns }: WhereOptions = {},
): Promise<OrderKey[]> {
  const select = await parseSelect(ORDER_PREFIX + orderBy, field)
  const rest = Object.keys(select).filter(
    (key) => !['targetList', 'sortClause', 'limitOption', 'op'].includes(key),
  )
  if (rest.length > 0) throw new RequestError(field, 'malformed query ending with SQL clauses')
  const context = { params: {}, field, columns, prefix: ORDER_PREFIX.length, depth: 0 }
  return (select.sortClause as Node[]).map(({ SortBy: sort = {} }) => {
    const by = toExpr(sort.node as Node, context)
    if (by.kind !== 'column' || sort.useOp) {
      throw new RequestError(field, 'only columns are allowed in ORDER BY clauses')
    }
    const nulls = { SORTBY_NULLS_FIRST: 'first', SORTBY_NULLS_LAST: 'last' } as const
    return {
      by,
      isDescending: sort.sortby_dir === 'SORTBY_DESC',
      nulls: nulls[sort.sortby_nulls as keyof typeof nulls],
    }
  })
}

async function parseSelect(statement: string, field: string): Promise<Fields> {
  const { stmts = [] } = await parse(statement).catch((error: SyntaxFault) => {
    // For a syntax error Electric tells the place in the whole statement.
    throw locatedError(field, error.sqlDetails?.cursorPosition, error.message)
  })
  const [only] = stmts
  const select = (only?.stmt as Node | undefined)?.SelectStmt
  if (stmts.length !== 1 || !select) {
    throw new RequestError(field, 'unescaped ";" causing statement split')
  }
  return select
}

type SyntaxFault = Error & { sqlDetails?: { cursorPosition?: number } }

interface Context {
  params: Record<string, string>
  field: string
  columns: string[] | undefined
  /** Length of the statement before the clause. */
  prefix: number
  depth: number
}

function toExpr(node: Node, context: Context): Expr {
  const { field } = context
  const [entry] = Object.entries(node ?? {})
  if (!entry) throw new RequestError(field, 'Not a condition.')
  const [type, fields] = entry
  const at = Math.max(0, Number(fields.location ?? 0) - context.prefix)
  const refuse = (message: string) => locatedError(field, at, message)
  if (context.depth > MAX_DEPTH) throw refuse('Nested too deeply.')
  const inner = { ...context, depth: context.depth + 1 }
  const one = (child: unknown) => toExpr(child as Node, inner)
  const many = (children: unknown) => (children as Node[]).map((child) => toExpr(child, inner))
  switch (type) {
    case 'ColumnRef': {
      const name = columnName(fields, field)
      if (context.columns?.includes(name) === false) throw refuse(`unknown reference ${name}`)
      return { kind: 'column', name }
    }
    case 'ParamRef': {
      const text = context.params[String(fields.number)]
      if (text === undefined) throw refuse(`parameter $${fields.number} was not provided`)
      return { kind: 'constant', text, isQuoted: true, at }
    }
    case 'A_Const':
      return { ...constant(fields, field), at }
    case 'TypeCast':
      return {
        kind: 'cast',
        arg: one(fields.arg),
        type: typeName(fields.typeName as Fields, field),
      }
    case 'BoolExpr': {
      if (fields.boolop === 'NOT_EXPR') return { kind: 'not', arg: one((fields.args as Node[])[0]) }
      return { kind: fields.boolop === 'AND_EXPR' ? 'and' : 'or', args: many(fields.args) }
    }
    case 'NullTest':
      return { kind: 'is', test: isTest(fields.nulltesttype), arg: one(fields.arg) }
    case 'BooleanTest':
      return { kind: 'is', test: isTest(fields.booltesttype), arg: one(fields.arg) }
    case 'FuncCall': {
      const name = names(fields.funcname).join('.')
      const isPlain = Object.keys(fields).every((key) =>
        ['funcname', 'args', 'funcformat', 'location'].includes(key),
      )
      const args = (fields.args ?? []) as Node[]
      if (!FUNCTIONS.includes(name) || !isPlain) {
        throw refuse(`unknown or unsupported function ${name}/${args.length}`)
      }
      return { kind: 'call', name, args: many(args) }
    }
    case 'A_Expr':
      return operation(fields, one, many, refuse)
    case 'SubLink':
      throw refuse('Subqueries are not allowed.')
    default:
      throw refuse(`${type} is not supported in this context`)
  }
}

function operation(
  { kind, name: nameNodes, lexpr, rexpr }: Fields,
  one: (child: unknown) => Expr,
  many: (children: unknown) => Expr[],
  refuse: (message: string) => RequestError,
): Expr {
  const name = names(nameNodes).join('.')
  const items = () => many((rexpr as Node).List?.items)
  const isOperator = ['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_LIKE', 'AEXPR_ILIKE'].includes(
    String(kind),
  )
  if (isOperator && !OPERATORS.includes(name)) {
    throw refuse(`unknown ${lexpr ? 'binary' : 'unary'} operator ${name}`)
  }
  switch (kind) {
    case 'AEXPR_OP':
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
      return {
        kind: 'operator',
        name: name === '!=' ? '<>' : name,
        ...(lexpr ? { left: one(lexpr) } : {}),
        right: one(rexpr),
      }
    case 'AEXPR_OP_ANY':
      return { kind: 'any', name, left: one(lexpr), right: one(rexpr) }
    case 'AEXPR_IN':
      return { kind: 'in', isNot: name === '<>', left: one(lexpr), items: items() }
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT':
      return {
        kind: 'distinct',
        isNot: kind === 'AEXPR_NOT_DISTINCT',
        left: one(lexpr),
        right: one(rexpr),
      }
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN': {
      const [low, high] = items()
      if (!low || !high) throw refuse('BETWEEN wants two bounds.')
      const between: Expr = {
        kind: 'and',
        args: [
          { kind: 'operator', name: '>=', left: one(lexpr), right: low },
          { kind: 'operator', name: '<=', left: one(lexpr), right: high },
        ],
      }
      return kind === 'AEXPR_BETWEEN' ? between : { kind: 'not', arg: between }
    }
    default:
      throw refuse(`expression ${name} of ${kind} is not currently supported`)
  }
}

function constant(fields: Fields, field: string): Extract<Expr, { kind: 'constant' }> {
  if (fields.isnull) return { kind: 'constant', text: null, isQuoted: true }
  const of = (key: string) => fields[key] as Fields | undefined
  // The parser omits a zero, a false and an empty text.
  if (of('sval')) return { kind: 'constant', text: String(of('sval')?.sval ?? ''), isQuoted: true }
  if (of('ival')) return { kind: 'constant', text: String(of('ival')?.ival ?? 0), isQuoted: false }
  if (of('fval')) return { kind: 'constant', text: String(of('fval')?.fval), isQuoted: false }
  if (of('boolval')) {
    return { kind: 'constant', text: String(of('boolval')?.boolval ?? false), isQuoted: false }
  }
  throw new RequestError(field, 'A constant of that form is not allowed.')
}

function columnName({ fields }: Fields, field: string): string {
  const parts = names(fields)
  // `table.column` names the shape's only table.
  const name = parts.at(-1)
  if (!name || parts.length !== (fields as Node[]).length) {
    throw new RequestError(field, 'A column of that form is not allowed.')
  }
  return name
}

/** The name of a type, array brackets and all; length and precision would change values. */
function typeName(fields: Fields, field: string): string {
  if (fields.typmods || fields.setof || fields.pct_type) {
    throw new RequestError(field, 'A type with a length or precision is not allowed.')
  }
  const brackets = '[]'.repeat((fields.arrayBounds as unknown[] | undefined)?.length ?? 0)
  return names(fields.names).map(identifier).join('.') + brackets
}

function isTest(test: unknown): IsTest {
  return IS_TESTS[test as keyof typeof IS_TESTS]
}

function names(nodes: unknown): string[] {
  return (nodes as Node[]).flatMap(({ String: text }) => (text ? [String(text.sval)] : []))
}
