import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'
import { type ChangeMessage, readerOf } from '#tests/support/shape-fixture/shape-reader.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
})
afterAll(() => fixture.close())

const { changes, snapshot } = readerOf(() => fixture)

const TYPES: Record<string, string[]> = {
  bool: ['true', 'false'],
  int2: ['-32768'],
  int4: ['2147483647'],
  int8: ['9223372036854775807'],
  numeric: ['1.00', "'NaN'", '-0.000001', '123456789012345678901234567890.5', "'Infinity'"],
  'numeric(8,3)': ['1.5'],
  float4: ['0.1', "'-0'", "'NaN'", '3.4028235e38'],
  float8: ['0.1', '1e-300', "'-Infinity'"],
  money: ["'12.34'"],
  text: ["'plain'", `'q"uo''te\\ back'`, "E'line\\nbreak\\ttab'", "''", "'ä😀\u2028'"],
  'varchar(10)': ["'x '"],
  'char(5)': ["'x'"],
  '"char"': ["'x'"],
  name: ["'x'"],
  bytea: ["'\\xdeadbeef'", "''"],
  date: ["'2024-02-29'", "'infinity'", "'0044-03-15 BC'"],
  time: ["'23:59:59.123456'"],
  'time(3)': ["'23:59:59.123'"],
  timetz: ["'23:59:59+02'"],
  timestamp: ["'2024-02-29 12:34:56.789'", "'-infinity'"],
  timestamptz: ["'2024-02-29 12:34:56.789+05:30'", "'9999-12-31 23:59:59.999999Z'"],
  interval: ["'1 year 2 months 3 days 04:05:06.7'", "'-1 day'", "'0'"],
  uuid: ["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'"],
  json: [`'{"a":  1}'`],
  jsonb: [`'{"b": [1, 2.50, null], "a": "x"}'`],
  inet: ["'10.0.0.1/8'"],
  cidr: ["'10.0.0.0/8'"],
  macaddr: ["'08:00:2b:01:02:03'"],
  'bit(3)': ["B'101'"],
  varbit: ["B'10101'"],
  point: ["'(1.5,2)'"],
  int4range: ["'[1,5)'"],
  tsvector: ["'a:1 b:2'"],
  xml: ["'<a>x</a>'"],
  'int4[]': ["'{1,NULL,3}'", "'{}'"],
  'text[]': [`'{"a b",NULL,"q\\"x",""}'`],
  'bool[]': ["'{t,f}'"],
  'timestamptz[]': ["'{2024-01-01 00:00:00+02}'"],
  'numeric[]': ["'{1.00,2}'"],
  'jsonb[]': [`array['{"a": 1}'::jsonb]`],
  'int4[][]': ["'{{1,2},{3,4}}'"],
  'uuid[]': ["'{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11,NULL}'"],
  tstzrange: ["'[2024-01-01 00:00+02,)'", "'empty'"],
  tstzmultirange: ["'{[2024-01-01 00:00+02,2024-01-02),[2024-02-01,)}'"],
  feeling: ["'so so'"],
  'feeling[]': [`'{"so so",NULL}'`],
  amount: ['1.50'],
  visit: ["row(true, '2024-01-01 00:00+02', '\\xdead', 'a,b', '1 day')"],
  'visit[]': ["array[row(false, null, null, '', null)]"],
  hstore: [`'b => 2, a => NULL, "c d" => "x\\"y"'`],
}

/** Types of a database's own. */
const OWN_TYPES = [
  `type feeling as enum ('good', 'so so')`,
  'domain amount as numeric(8,2) check (value > 0)',
  'type visit as (b bool, at timestamptz, raw bytea, t text, i interval)',
]

test('writes each type in the stream as in the snapshot, but for the words for a boolean', async () => {
  const { sql } = fixture
  for (const type of OWN_TYPES) {
    const [kind, name] = type.split(' ')
    await sql.unsafe(`drop ${kind} if exists ${name}`)
    await sql.unsafe(`create ${type}`)
  }
  await sql`create extension if not exists hstore`
  const types = Object.entries(TYPES)
  const columns = types.map(([type], i) => `c${i} ${type}`)
  await sql.unsafe(`create table typed (id serial primary key, ${columns.join(', ')})`)
  const { rows: _, ...from } = await snapshot({ table: 'typed' })
  const most = Math.max(...types.map(([, values]) => values.length))
  for (let n = 0; n <= most; n++) {
    const values = types.map(([type, given]) => (given[n] ? `(${given[n]})::${type}` : 'null'))
    await sql.unsafe(
      `insert into typed (${types.map((_type, i) => `c${i}`)}) values (${values.join(', ')})`,
    )
  }
  let streamed: ChangeMessage[] = []
  await until(
    async () => {
      streamed = await changes({ table: 'typed' }, from)
      return streamed.length
    },
    (count) => count === most + 1,
  )
  // Another shape, so that it is taken anew.
  const { rows, schema } = await snapshot({ table: 'typed', where: 'id > 0' })
  const named = (type: string) => `c${Object.keys(TYPES).indexOf(type)}`
  const bool = named('bool')
  // Electric's snapshot says `true` where its stream, and ours both times, say `t`.
  const comparable = ({ value }: ChangeMessage) => ({ ...value, [bool]: value[bool]?.charAt(0) })
  expect(rows.map(comparable)).toEqual(streamed.map(comparable))
  expect(streamed[0]?.value).toMatchObject({
    [named('bool')]: 't',
    [named('numeric')]: '1.00',
    [named('bytea')]: '\\xdeadbeef',
    [named('timestamptz')]: '2024-02-29 07:04:56.789+00',
    [named('interval')]: 'P1Y2M3DT4H5M6.7S',
    [named('tstzrange')]: '["2023-12-31 22:00:00+00",)',
    [named('visit')]: '(t,"2023-12-31 22:00:00+00","\\\\xdead","a,b",P1D)',
  })
  expect(schema).toMatchObject({
    id: { type: 'int4', not_null: true, pk_index: 0 },
    [named('numeric')]: { type: 'numeric' },
    [named('numeric(8,3)')]: { type: 'numeric', precision: 8, scale: 3 },
    [named('varchar(10)')]: { type: 'varchar', max_length: 10 },
    [named('char(5)')]: { type: 'bpchar', length: 5 },
    [named('time(3)')]: { type: 'time', precision: 3 },
    [named('bit(3)')]: { type: 'bit', length: 3 },
    [named('int4[]')]: { type: 'int4', dims: 1 },
    [named('int4[][]')]: { type: 'int4', dims: 2 },
  })
})
