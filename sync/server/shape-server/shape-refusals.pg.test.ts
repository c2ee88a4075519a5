import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
  const { sql } = fixture
  await sql`create table goods (id int primary key, kind text, body text)`
  await sql`insert into goods select i, 'k' || i % 2, 'b' || i from generate_series(1, 10) i`
})
afterAll(() => fixture.close())

const get = (query: Record<string, string>, init?: RequestInit) => fixture.get(query, init)
const GOODS = { table: 'goods', offset: '-1' }

const subset = (field: string, message: string) => ({ subset: { [field]: [message] } })
const SORTED = 'Parameters must be numbered sequentially, starting from 1'

test.each<[string, Record<string, string>, object]>([
  ['no table', { offset: '-1' }, { table: ["can't be blank"] }],
  ['no offset', { table: 'goods' }, { offset: ["can't be blank"] }],
  ['an offset that is none', { table: 'goods', offset: 'x' }, { offset: ['has invalid format'] }],
  [
    'an offset without a handle',
    { table: 'goods', offset: '0_0' },
    { handle: ["can't be blank when offset != -1"] },
  ],
  [
    'live from the beginning',
    { ...GOODS, live: 'true' },
    { live: ["can't be true when offset == -1"] },
  ],
  [
    'live from now',
    { table: 'goods', offset: 'now', live: 'true' },
    { live: ["can't be true when offset is 'now'"] },
  ],
  [
    'events that are not live',
    { ...GOODS, live_sse: 'true' },
    { live_sse: ["can't be true unless live is also true"] },
  ],
  [
    'columns without the key',
    { ...GOODS, columns: 'body' },
    {
      columns: ['The list of columns must include all primary key columns, missing: id'],
    },
  ],
  [
    'a column without a name',
    { ...GOODS, columns: 'id,' },
    { columns: ['Invalid zero-length delimited identifier'] },
  ],
  [
    'a column that needs quotes',
    { ...GOODS, columns: 'id,a-b' },
    { columns: ['Invalid unquoted identifier contains special characters: a-b'] },
  ],
  ['an unknown replica', { ...GOODS, replica: 'half' }, { replica: ['is invalid'] }],
  ['an unknown log', { ...GOODS, log: 'some' }, { log: ['is invalid'] }],
  [
    'a clause that ends the statement',
    { ...GOODS, where: 'true; drop table goods' },
    { where: ['unescaped ";" causing statement split'] },
  ],
  [
    'a clause that goes on',
    { ...GOODS, where: 'true order by id' },
    { where: ['malformed query ending with SQL clauses'] },
  ],
  [
    'a clause that is no condition',
    { ...GOODS, where: 'id' },
    { where: ['WHERE clause must return a boolean'] },
  ],
  [
    'a constant of another type',
    { ...GOODS, where: "kind = 'a' and id = 'x'" },
    { where: ['At location 20: invalid syntax for type int4: x'] },
  ],
  [
    'a parameter of another type',
    { ...GOODS, where: 'id = $1', 'params[1]': 'x' },
    { where: ['At location 5: invalid syntax for type int4: x'] },
  ],
  ['parameters with a gap', { ...GOODS, where: 'id = $2', 'params[2]': '1' }, { params: [SORTED] }],
  [
    'parameters with names',
    { ...GOODS, where: 'id = $1', 'params[one]': '1' },
    { params: ['Parameters can only use numbers as keys'] },
  ],
  [
    'an unknown function',
    { ...GOODS, where: 'pg_sleep(1) is null' },
    { where: ['At location 0: unknown or unsupported function pg_sleep/1'] },
  ],
  [
    'a limit without an order',
    { ...GOODS, subset__limit: '1' },
    subset('order_by', 'order_by is required when limit or offset is present'),
  ],
  [
    'a limit of nothing',
    { ...GOODS, subset__limit: '0', subset__order_by: 'id' },
    subset('limit', 'must be greater than 0'),
  ],
  [
    'an unknown column in a subset',
    { ...GOODS, subset__where: 'nobody = 1' },
    subset('where', 'At location 0: unknown reference nobody'),
  ],
  [
    'a subset that does not parse',
    { ...GOODS, subset__where: 'id = = 1' },
    subset('where', 'At location 20: syntax error at or near "="'),
  ],
])('answers 400 for %s', async (_what, query, errors) => {
  const response = await get(query)
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 400,
    body: { message: 'Invalid request', errors },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('surrogate-control')).toBe('no-store')
})

test('names of columns without quotes are in lower case', async () => {
  const messages = await (await get({ ...GOODS, columns: 'ID,Kind' })).json()
  expect(messages[0].value).toEqual({ id: '1', kind: 'k1' })
})
