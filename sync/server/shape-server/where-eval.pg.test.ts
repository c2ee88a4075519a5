import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAsText, type Sql } from '#db/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { SESSION_FORMAT } from './session-format.ts'
import { inspectTable, type Row, type Table } from './table.ts'
import { type Expr, parseWhere } from './where-ast.ts'
import { compileWhere, matchKeys } from './where-eval.ts'
import { evaluateInPostgres } from './where-in-postgres.ts'
import { resolveWhere } from './where-resolve.ts'
import { toSql } from './where-sql.ts'

let sql: Sql
let table: Table
let rows: Row[]
let close: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  sql = connectAsText(database.url, { max: 2, settings: SESSION_FORMAT })
  close = async () => {
    await sql.end()
    await database.close()
  }
  await sql`create type mood as enum ('sad', 'ok', 'happy')`
  await sql`create type pair as (a int, b int)`
  await sql`create domain whole_pair as pair`
  await sql`
    create table rows_of_all_kinds (id int primary key, n int, big bigint, small smallint, t text,
      v varchar(5), c char(4), b boolean, u uuid, d date, ts timestamptz, num numeric, f float8, m mood,
      j jsonb, p pair, w whole_pair)`
  await sql`
    insert into rows_of_all_kinds
    select i, nullif(i % 7 - 3, 0), (i % 5) * 3000000000, i % 3, (array['', 'a', 'A', 'ab', 'a%b', 'a_b',
      'ä', '😀x', 'a\\b', null])[i % 10 + 1], (array['x', 'y ', 'xyz', null])[i % 4 + 1],
      (array['x', 'xy', null])[i % 3 + 1], (array[true, false, null])[i % 3 + 1],
      case when i % 4 > 0 then ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a0' || i % 3)::uuid end,
      case when i % 3 > 0 then date '2024-02-28' + i % 4 end,
      case when i % 5 > 0 then timestamptz '2024-03-10 01:59:59.5+02' + i % 6 * interval '1 hour' end,
      (array[1.0, 1.00, 2.5, null])[i % 4 + 1], (array[0, '-0', 'NaN', 1.5, null]::float8[])[i % 5 + 1],
      (array['sad', 'ok', 'happy', null]::mood[])[i % 4 + 1],
      (array['{"a": 1}', '{"a": 1.0}', 'null', null]::jsonb[])[i % 4 + 1],
      (array['(,)', '(1,)', '(1,2)', null]::pair[])[i % 4 + 1],
      (array['(,)', '(1,)', '(1,2)', null]::pair[])[i % 4 + 1]
    from generate_series(1, 420) i`
  table = await inspectTable(sql, 'rows_of_all_kinds')
  rows = await sql<Row[]>`select * from rows_of_all_kinds order by id`
})
afterAll(() => close())

/** Ids that PostgreSQL finds, in the table itself. */
async function found(expr: Expr): Promise<string[]> {
  const params: string[] = []
  const where = toSql(expr, params)
  const ids = await sql.unsafe<{ id: string }[]>(
    `select id from rows_of_all_kinds where ${where} order by id`,
    params,
  )
  return ids.map(({ id }) => id)
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
const operator = fc.constantFrom(
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'is distinct from',
  'is not distinct from',
)
const texts = fc.constantFrom('', 'a', 'A', 'ab', 'a%b', 'ä', '😀x', 'zz', "o'x", 'a\\b')
const patterns = fc.constantFrom(
  '%',
  'a%',
  '%b',
  '_',
  '__',
  'a\\%b',
  'a\\\\b',
  '%a%b%',
  '_x',
  '',
  'a_',
)
const compared = fc
  .oneof(
    fc.tuple(
      fc.constantFrom('n', 'big', 'small', 'id'),
      operator,
      fc.integer({ min: -4, max: 9 }).map(String),
    ),
    fc.tuple(fc.constantFrom('n', 'small'), operator, fc.constantFrom("'2'", "' -1 '", "'+3'")),
    fc.tuple(fc.constantFrom('t', 'v'), operator, texts.map(quote)),
    fc.tuple(
      fc.constantFrom('t', 'v'),
      fc.constantFrom('like', 'not like', 'ilike'),
      patterns.map(quote),
    ),
    fc.tuple(fc.constant('c'), operator, fc.constantFrom("'x'", "'x   '", "'xy'")),
    fc.tuple(fc.constant('b'), operator, fc.constantFrom('true', "'f'", "'yes'")),
    fc.tuple(
      fc.constant('u'),
      operator,
      fc.constantFrom(
        "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A01'",
        "'{a0eebc999c0b4ef8bb6d6bb9bd380a02}'::uuid",
      ),
    ),
    fc.tuple(fc.constant('d'), operator, fc.constantFrom("'2024-02-29'", "'Feb 28 2024'")),
    fc.tuple(
      fc.constant('ts'),
      operator,
      fc.constantFrom("'2024-03-09 23:59:59.5Z'", "'2024-03-10 03:59:59.50+02'"),
    ),
    fc.tuple(fc.constant('num'), operator, fc.constantFrom('1', "'1.00'", '2.5')),
    fc.tuple(fc.constant('f'), operator, fc.constantFrom('0', "'NaN'", '1.5')),
    fc.tuple(fc.constant('m'), operator, fc.constantFrom("'ok'", "'sad'")),
    fc.tuple(fc.constant('j'), fc.constantFrom('=', '<>', '@>'), fc.constant(`'{"a": 1}'`)),
    fc.tuple(
      fc.constant('n'),
      fc.constantFrom('=', '<>', '<'),
      fc.constantFrom('1.5', 'null', '3000000000'),
    ),
  )
  .map((parts) => parts.join(' '))
const mirrored = fc
  .tuple(fc.integer({ min: -4, max: 9 }), fc.constantFrom('=', '<>', '<', '<=', '>', '>='))
  .map(([value, op]) => `${value} ${op} n`)
const others = fc.constantFrom(
  'n in (1, 2, null)',
  'n not in (1, 2)',
  "t in ('a', 'ab')",
  "t not in ('a', null)",
  'b',
  'b is true',
  'b is not false',
  '(n > 1) is unknown',
  't is null',
  'u is not null',
  'p is null',
  'w is not null',
  'n between 1 and 2',
  'n not between 1 and 2',
  "lower(t) = 'a'",
  'n + small > 2',
  "n = any ('{1,3}')",
  'true',
  'null',
)
const clause: fc.Arbitrary<string> = fc.letrec<{ clause: string }>((tie) => ({
  clause: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    compared,
    mirrored,
    others,
    fc
      .tuple(tie('clause'), fc.constantFrom('and', 'or'), tie('clause'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('clause').map((inner) => `not (${inner})`),
  ),
})).clause

test('judges rows as PostgreSQL does, for a thousand random clauses', async () => {
  let compiled = 0
  await fc.assert(
    fc.asyncProperty(clause, async (where) => {
      const expr = await resolveWhere(sql, table, await parseWhere(where, {}))
      const expected = await found(await parseWhere(where, {}))
      const isMatch = compileWhere(expr, table)
      if (isMatch) {
        compiled++
        expect(rows.filter((row) => isMatch(row) === true).map(({ id }) => id)).toEqual(expected)
      }
      const keys = matchKeys(expr, table)
      if (keys) {
        const byKey = rows.filter((row) => keys.some(({ column, value }) => row[column] === value))
        expect(byKey.map(({ id }) => id)).toEqual(expect.arrayContaining(expected))
      }
    }),
    { numRuns: 1000, seed: 20_261_120 },
  )
  // Most of what is asked in practice needs no database.
  expect(compiled).toBeGreaterThan(300)
})

test('has PostgreSQL judge rows by their text as it would judge them in the table', async () => {
  await fc.assert(
    fc.asyncProperty(clause, async (where) => {
      const expr = await parseWhere(where, {})
      const matches = await evaluateInPostgres(sql, table, expr, rows)
      expect(rows.filter((_, i) => matches[i]).map(({ id }) => id)).toEqual(await found(expr))
    }),
    { numRuns: 200, seed: 20_261_120 },
  )
})

test('what only PostgreSQL can judge is not guessed', async () => {
  for (const where of [
    "t < 'b'",
    'num = 1',
    'f = 0',
    "c = 'x'",
    "ts > '2024-01-01'",
    'n = 1.5',
    "lower(t) = 'a'",
    "j = '{}'",
    'p is null',
    'w is not null',
    "d = '2024-02-29'::timestamp",
  ]) {
    const expr = await resolveWhere(sql, table, await parseWhere(where, {}))
    expect(compileWhere(expr, table), where).toBeUndefined()
  }
})

test.each([
  "n = 'x'",
  "u = 'nothing'",
  'missing = 1',
  'n = t',
  "m = 'angry'",
  'n',
  "small = '70000'",
])('refuses %s, which PostgreSQL does not take', async (where) => {
  await expect(
    parseWhere(where, {}).then((expr) => resolveWhere(sql, table, expr)),
  ).rejects.toThrow()
})
