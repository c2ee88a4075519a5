import type { Column, Row, Table } from './table.ts'
import { columnOf, type Expr } from './where-ast.ts'

/** SQL's three truth values; null is "unknown". */
type Truth = boolean | null
export type Predicate = (row: Row) => Truth

/**
 * A value that a row must hold in a column to match: one of the keys by which a clause is found.
 */
export interface MatchKey {
  column: string
  value: string
}

const BOOL = 16
/** int8, int2, int4, oid: their texts are whole numbers. */
const WHOLE_NUMBERS = [20, 21, 23, 26]
/** text, varchar. */
const TEXTS = [25, 1043]

/**
 * Turns a resolved clause (`where-resolve.ts`) into a function.
 * @returns nothing for a clause that only PostgreSQL can evaluate: numeric scale, collations, time
 * zones, functions. Guessing would put rows on devices, or keep them there, by mistake.
 */
export function compileWhere(expr: Expr, table: Table): Predicate | undefined {
  const all = (children: Expr[]) => {
    const compiled = children.map((child) => compileWhere(child, table))
    return compiled.every((predicate) => predicate !== undefined) ? compiled : undefined
  }
  switch (expr.kind) {
    case 'constant': {
      const value = expr.isQuoted ? null : expr.text
      if (expr.text !== null && value !== 'true' && value !== 'false') return undefined
      const truth = expr.text === null ? null : value === 'true'
      return () => truth
    }
    case 'column': {
      const column = columnOf(expr, table)
      if (column?.typeOid !== BOOL) return undefined
      return (row) => truthOf(row[column.name])
    }
    case 'operator':
      return comparison(columnOf(expr.left, table), expr.name, constantOf(expr.right))
    case 'in': {
      const column = columnOf(expr.left, table)
      const equals = expr.items.map((item) => comparison(column, '=', constantOf(item)))
      if (!equals.every((predicate) => predicate !== undefined)) return undefined
      return (row) => (expr.isNot ? not(or(equals, row)) : or(equals, row))
    }
    case 'distinct': {
      const column = columnOf(expr.left, table)
      const value = constantOf(expr.right)
      if (!column?.isEqualAsText || value === undefined) return undefined
      return (row) => (row[column.name] === value) === expr.isNot
    }
    case 'is': {
      const column = columnOf(expr.arg, table)
      if (expr.test === 'null' || expr.test === 'not null') {
        if (!column || column.isComposite) return undefined
        const isNull = expr.test === 'null'
        return (row) => (row[column.name] === null) === isNull
      }
      const inner = compileWhere(expr.arg, table)
      const isNot = expr.test.startsWith('not ')
      const wanted = { true: true, false: false, unknown: null }[expr.test.replace('not ', '')]
      return inner && ((row) => (inner(row) === wanted) !== isNot)
    }
    case 'and': {
      const args = all(expr.args)
      return args && ((row) => and(args, row))
    }
    case 'or': {
      const args = all(expr.args)
      return args && ((row) => or(args, row))
    }
    case 'not': {
      const inner = compileWhere(expr.arg, table)
      return inner && ((row) => not(inner(row)))
    }
    default:
      return undefined
  }
}

/**
 * The keys of which a matching row has at least one.
 * @returns nothing where none are known, and every row has to be tested
 */
export function matchKeys(expr: Expr, table: Table): MatchKey[] | undefined {
  const key = (left: Expr, right: Expr): MatchKey[] | undefined => {
    const column = columnOf(left, table)
    const value = constantOf(right)
    if (!column?.isEqualAsText || value === undefined) return undefined
    // Nothing equals NULL.
    return value === null ? [] : [{ column: column.name, value }]
  }
  const every = (found: (MatchKey[] | undefined)[]) =>
    found.every((keys) => keys !== undefined) ? found.flat() : undefined
  switch (expr.kind) {
    case 'operator':
      return expr.name === '=' && expr.left ? key(expr.left, expr.right) : undefined
    case 'in':
      return expr.isNot ? undefined : every(expr.items.map((item) => key(expr.left, item)))
    case 'or':
      return every(expr.args.map((arg) => matchKeys(arg, table)))
    case 'and':
      return expr.args.map((arg) => matchKeys(arg, table)).find((keys) => keys !== undefined)
    default:
      return undefined
  }
}

/** @returns undefined for anything but a resolved constant */
function constantOf(expr: Expr): string | null | undefined {
  return expr.kind === 'constant' && expr.isQuoted ? expr.text : undefined
}

function comparison(
  column: Column | undefined,
  operator: string,
  value: string | null | undefined,
): Predicate | undefined {
  if (!column || value === undefined) return undefined
  const test = testOf(column, operator, value ?? '')
  if (!test || value === null) return test && (() => null)
  return (row) => {
    const held = row[column.name]
    return held == null ? null : test(held)
  }
}

function testOf(
  { typeOid, isEqualAsText }: Column,
  operator: string,
  value: string,
): ((held: string) => boolean) | undefined {
  const isText = TEXTS.includes(typeOid) && isEqualAsText
  switch (operator) {
    case '=':
      return isEqualAsText ? (held) => held === value : undefined
    case '<>':
      return isEqualAsText ? (held) => held !== value : undefined
    case '~~':
      return isText ? (held) => isLike(held, value) : undefined
    case '!~~':
      return isText ? (held) => !isLike(held, value) : undefined
  }
  if (!WHOLE_NUMBERS.includes(typeOid)) return undefined
  const bound = BigInt(value || 0)
  switch (operator) {
    case '<':
      return (held) => BigInt(held) < bound
    case '<=':
      return (held) => BigInt(held) <= bound
    case '>':
      return (held) => BigInt(held) > bound
    case '>=':
      return (held) => BigInt(held) >= bound
  }
  return undefined
}

/**
 * LIKE: `%` is any text, `_` any one character, `\` escapes the next one. Backtracks to the last
 * `%` only, so that no pattern takes more than the product of the two lengths.
 */
function isLike(text: string, pattern: string): boolean {
  const characters = [...text]
  const wanted = tokens(pattern)
  let at = 0
  let next = 0
  let afterAny = -1
  let anyEnd = 0
  while (at < characters.length) {
    const token = wanted[next]
    if (token === ANY_TEXT) {
      afterAny = ++next
      anyEnd = at
    } else if (token !== undefined && (token === ANY_ONE || token === characters[at])) {
      at++
      next++
    } else if (afterAny >= 0) {
      next = afterAny
      at = ++anyEnd
    } else {
      return false
    }
  }
  return wanted.slice(next).every((token) => token === ANY_TEXT)
}

const ANY_TEXT = Symbol('%')
const ANY_ONE = Symbol('_')

function tokens(pattern: string): (string | symbol)[] {
  const characters = [...pattern]
  const result: (string | symbol)[] = []
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? ''
    if (character === '\\') result.push(characters[++i] ?? '')
    else if (character === '%') result.push(ANY_TEXT)
    else result.push(character === '_' ? ANY_ONE : character)
  }
  return result
}

function truthOf(value: string | null | undefined): Truth {
  return value == null ? null : value === 't'
}

function and(args: Predicate[], row: Row): Truth {
  let truth: Truth = true
  for (const arg of args) {
    const next = arg(row)
    if (next === false) return false
    if (next === null) truth = null
  }
  return truth
}

function or(args: Predicate[], row: Row): Truth {
  let truth: Truth = false
  for (const arg of args) {
    const next = arg(row)
    if (next === true) return true
    if (next === null) truth = null
  }
  return truth
}

function not(truth: Truth): Truth {
  return truth === null ? null : !truth
}
