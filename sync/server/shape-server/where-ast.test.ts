import { expect, test } from 'vitest'
import { RequestError } from './request-error.ts'
import { parseOrderBy, parseWhere } from './where-ast.ts'
import { toSql } from './where-sql.ts'

async function printed(where: string, params: Record<string, string> = {}) {
  const bound: string[] = []
  return { sql: toSql(await parseWhere(where, params), bound), bound }
}

test.each([
  ["a = 'x'", '("a" = $1)', ['x']],
  ["a = 'x' -- or b", '("a" = $1)', ['x']],
  ['t."B c" <> 5 AND NOT d', '(("B c" <> 5) AND (NOT "d"))', []],
  ['"we""ird" IS NULL', '("we""ird" IS NULL)', []],
  ['a IN (1, -2, NULL)', '("a" IN (1, -2, NULL))', []],
  ["a LIKE 'x%' OR b ILIKE 'y'", '(("a" ~~ $1) OR ("b" ~~* $2))', ['x%', 'y']],
  ["a = '1'::uuid", '("a" = ($1)::"uuid")', ['1']],
  ['a BETWEEN 1 AND 2', '(("a" >= 1) AND ("a" <= 2))', []],
  ["a = ANY ('{1,2}'::int[])", '("a" = ANY (($1)::"pg_catalog"."int4"[]))', ['{1,2}']],
  ['flag IS NOT TRUE', '("flag" IS NOT TRUE)', []],
  ["a = 0 OR b = false OR c = ''", '(("a" = 0) OR ("b" = false) OR ("c" = $1))', ['']],
])('writes %s anew as %s', async (where, sql, bound) => {
  expect(await printed(where)).toEqual({ sql, bound })
})

test('each use of a parameter is a placeholder of its own', async () => {
  expect(await printed('a = $1 OR b = $1', { 1: 'x' })).toEqual({
    sql: '(("a" = $1) OR ("b" = $2))',
    bound: ['x', 'x'],
  })
})

test.each([
  'a = (select 1)',
  'a in (select b from c)',
  'exists (select 1)',
  'a = any (select 1)',
  'pg_sleep(1) is null',
  "current_setting('x') = 'y'",
  'now() > a',
  'random() < 0.5',
  'count(*) > 1',
  'lower(distinct a) = b',
  'a = 1; drop table t',
  'a = 1) or (b = 2',
  'a = 1 limit 1',
  'a = 1 group by a',
  'a = 1 union select 1',
  'a = 1 for update',
  'a = $1',
  '(a, b) = (1, 2)',
  "a ~ '(a+)+$'",
  'a OPERATOR(pg_catalog.=) 1',
  'case when a then b else c end',
  'array[1] = a',
  'a[1] = 1',
  '(a).b = 1',
  't.* is null',
  "a = '1'::varchar(3)",
  'a collate "C" = \'x\'',
  "a at time zone 'x' = b",
  `${'('.repeat(300)}a${')'.repeat(300)} = 1 and ${'not '.repeat(300)} b`,
  'true 1',
  '',
])('refuses %s', async (where) => {
  await expect(parseWhere(where, {})).rejects.toThrow(RequestError)
})

test('an order is columns, each in its direction', async () => {
  const keys = await parseOrderBy('a desc nulls last, "B"')
  expect(keys).toMatchObject([
    { by: { name: 'a' }, isDescending: true, nulls: 'last' },
    { by: { name: 'B' }, isDescending: false },
  ])
  for (const refused of ['lower(a)', '(select 1)', 'a limit 1', 'a using >', '1']) {
    await expect(parseOrderBy(refused)).rejects.toThrow(RequestError)
  }
})
