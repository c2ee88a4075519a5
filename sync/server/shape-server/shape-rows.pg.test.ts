import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '../../../tests/support/shape-fixture/official-client.ts'
import { openShapeContract } from '../../../tests/support/shape-fixture/shape-fixture.ts'
import { until } from '../../../tests/support/shape-fixture/until.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
})
afterAll(() => fixture.close())

interface Message {
  key: string
  value: Record<string, string | null>
  old_value?: Record<string, string | null>
  headers: Record<string, unknown>
}

/** What a client that has everything up to `from` is told next; control messages left out. */
async function changes(params: Record<string, string>, from: { handle: string; offset: string }) {
  const response = await fixture.get({ ...params, ...from, live: 'true' })
  const messages = (await response.json()) as Message[]
  return messages.filter(({ headers }) => headers.operation)
}

/** Everything there is now, and where to go on. */
async function snapshot(params: Record<string, string>) {
  const response = await fixture.get({ ...params, offset: '-1' })
  const messages = (await response.json()) as Message[]
  return {
    rows: messages.filter(({ headers }) => headers.operation),
    handle: response.headers.get('electric-handle') ?? '',
    offset: response.headers.get('electric-offset') ?? '',
    schema: JSON.parse(response.headers.get('electric-schema') ?? '{}'),
  }
}

test('rows that come into a shape are inserted, and those that leave it deleted', async () => {
  const { sql } = fixture
  await sql`create table moves (id int primary key, owner text, body text)`
  await sql`insert into moves values (1, 'ann', 'x'), (2, 'bob', 'y')`
  const params = { table: 'moves', where: 'owner = $1', 'params[1]': 'ann' }
  const { rows, ...from } = await snapshot(params)
  expect(rows.map(({ value }) => value)).toEqual([{ id: '1', owner: 'ann', body: 'x' }])
  await sql.begin(async (tx) => {
    await tx`update moves set owner = 'ann' where id = 2`
    await tx`update moves set owner = 'bob' where id = 1`
    await tx`update moves set body = 'z' where id = 2`
  })
  expect(await changes(params, from)).toMatchObject([
    { headers: { operation: 'insert' }, value: { id: '2', owner: 'ann', body: 'y' } },
    { headers: { operation: 'delete' }, value: { id: '1' } },
    { headers: { operation: 'update', last: true }, value: { id: '2', body: 'z' } },
  ])
})

test('a message carries its transaction, its place in the log and its relation', async () => {
  const { sql } = fixture
  await sql`create table traced (id int primary key)`
  const { rows: _, ...from } = await snapshot({ table: 'traced' })
  const before = await lsn()
  const [tx] = await sql.begin(async (tx) => {
    await tx`insert into traced values (1), (2)`
    return tx<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
  })
  const after = await lsn()
  const [first, second] = await changes({ table: 'traced' }, from)
  expect(first?.headers).toMatchObject({
    operation: 'insert',
    relation: ['public', 'traced'],
    txids: [Number(tx?.xid)],
  })
  expect(first?.key).toBe('"public"."traced"/"1"')
  expect(first?.headers.last).toBeUndefined()
  expect(second?.headers.last).toBe(true)
  expect(second?.headers.lsn).toBe(first?.headers.lsn)
  expect(Number(second?.headers.op_position)).toBeGreaterThan(Number(first?.headers.op_position))
  expect(BigInt(String(first?.headers.lsn))).toBeGreaterThan(before)
  expect(BigInt(String(first?.headers.lsn))).toBeLessThan(after)
})

async function lsn(): Promise<bigint> {
  const [row] = await fixture.sql<{ lsn: string }[]>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as lsn`
  return BigInt(row?.lsn ?? 0)
}

test('a changed key is the end of one row and the beginning of another', async () => {
  const { sql } = fixture
  await sql`create table keyed (a int, b text, body text, primary key (b, a))`
  await sql`insert into keyed values (1, 'x/"y', 'kept')`
  const { rows, schema, ...from } = await snapshot({ table: 'keyed' })
  expect(schema).toMatchObject({ b: { pk_index: 0 }, a: { pk_index: 1 } })
  expect(rows[0]?.key).toBe('"public"."keyed"/"x//"y"/"1"')
  await sql`update keyed set a = 2`
  const [gone, come] = await changes({ table: 'keyed' }, from)
  expect(gone).toMatchObject({
    key: rows[0]?.key,
    headers: { operation: 'delete', key_change_to: come?.key },
  })
  expect(come).toMatchObject({
    value: { a: '2', b: 'x/"y', body: 'kept' },
    headers: { operation: 'insert', key_change_from: gone?.key, last: true },
  })
})

test('a long value that an update leaves alone is not lost', async () => {
  const { sql, url } = fixture
  await sql`create table toasted (id int primary key, big text, n int)`
  await sql`alter table toasted alter big set storage external`
  const big = 'long '.repeat(20_000)
  await sql`insert into toasted values (1, ${big}, 0)`
  const params = { table: 'toasted', where: `n > 0 and big like 'long %'` }
  const replica = new OfficialClient({ url, params })
  await until(() => replica.stream.isUpToDate, Boolean)
  await sql`update toasted set n = 1`
  await until(
    () => replica.values(),
    (rows) => rows.length === 1,
  )
  expect(replica.values()).toEqual([{ id: 1, big, n: 1 }])
  replica.close()
})

test('a row with a long value leaves a shape, and gets another key, with all of it', async () => {
  const { sql } = fixture
  await sql`create table long (id int primary key, big text, n int)`
  await sql`alter table long alter big set storage external`
  const big = 'long '.repeat(20_000)
  await sql`insert into long values (1, ${big}, 1)`
  const params = { table: 'long', where: `n > 0 and big like 'long %'`, replica: 'full' }
  const { rows: _, ...from } = await snapshot(params)
  await sql.begin(async (tx) => {
    await tx`update long set id = 2`
    await tx`update long set n = 0`
    await tx`update long set n = 2`
  })
  expect(await changes(params, from)).toMatchObject([
    { headers: { operation: 'delete' }, value: { id: '1', big, n: '1' } },
    { headers: { operation: 'insert' }, value: { id: '2', big, n: '1' } },
    { headers: { operation: 'delete' }, value: { id: '2', big, n: '1' } },
    { headers: { operation: 'insert' }, value: { id: '2', big, n: '2' } },
  ])
})

test('update and delete hold what changed, or with replica=full whole rows and what was before', async () => {
  const { sql } = fixture
  await sql`create table fuller (id int primary key, a text, b text)`
  await sql`insert into fuller values (1, 'a', 'b')`
  const full = { table: 'fuller', replica: 'full' }
  const small = { table: 'fuller' }
  const [fromFull, fromSmall] = [await snapshot(full), await snapshot(small)]
  await sql.begin(async (tx) => {
    await tx`update fuller set a = 'A'`
    await tx`delete from fuller`
  })
  const whole = { id: '1', a: 'A', b: 'b' }
  expect(await changes(full, fromFull)).toMatchObject([
    { value: whole, old_value: { a: 'a' } },
    { value: whole },
  ])
  const [update, deletion] = await changes(small, fromSmall)
  expect(update?.value).toEqual({ id: '1', a: 'A' })
  expect(deletion?.value).toEqual({ id: '1' })
  expect(update?.old_value).toBeUndefined()
})

test('only the columns asked for leave, and only their changes', async () => {
  const { sql } = fixture
  await sql`create table "Wide Table" (id int primary key, "Full, Name" text, secret text)`
  await sql`insert into "Wide Table" values (1, 'Ann', 'hidden')`
  const params = { table: '"Wide Table"', columns: '"id","Full, Name"' }
  const { rows, schema, ...from } = await snapshot(params)
  expect(rows[0]?.value).toEqual({ id: '1', 'Full, Name': 'Ann' })
  expect(Object.keys(schema)).toEqual(['id', 'Full, Name'])
  await sql`update "Wide Table" set secret = 'changed'`
  await sql`update "Wide Table" set "Full, Name" = 'Bob', secret = 'again'`
  const told = await changes(params, from)
  expect(told.map(({ value }) => value)).toEqual([{ id: '1', 'Full, Name': 'Bob' }])
  expect(JSON.stringify(told)).not.toContain('again')
})

test('a write that changes nothing is told all the same, so that its writer hears of it', async () => {
  const { sql } = fixture
  await sql`create table same (id int primary key, a text)`
  await sql`insert into same values (1, 'a')`
  const { rows: _, ...from } = await snapshot({ table: 'same' })
  await sql`update same set a = 'a'`
  expect(await changes({ table: 'same' }, from)).toMatchObject([
    { headers: { operation: 'update' }, value: { id: '1' } },
  ])
})

test('a table without a primary key is known by all its columns', async () => {
  const { sql, url } = fixture
  await sql`create table keyless (a int, b text)`
  await sql`insert into keyless values (1, null), (2, 'x')`
  const replica = new OfficialClient({ url, params: { table: 'keyless' } })
  await until(() => replica.stream.isUpToDate, Boolean)
  await sql`update keyless set b = 'y' where a = 1`
  await sql`delete from keyless where a = 2`
  await until(
    () => replica.values(),
    (rows) => rows.length === 1 && rows[0]?.b === 'y',
  )
  replica.close()
})

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

test('writes each type in the stream as in the snapshot', async () => {
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
  let streamed: Message[] = []
  await until(
    async () => {
      streamed = await changes({ table: 'typed' }, from)
      return streamed.length
    },
    (count) => count === most + 1,
  )
  // Another shape, so that it is taken anew.
  const { rows, schema } = await snapshot({ table: 'typed', where: 'id > 0' })
  expect(rows.map(({ value }) => value)).toEqual(streamed.map(({ value }) => value))
  const named = (type: string) => `c${Object.keys(TYPES).indexOf(type)}`
  expect(rows[0]?.value).toMatchObject({
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

test('a table with a generated column is refused, and its writers write on', async () => {
  const { sql } = fixture
  await sql`create table generated (id int primary key, n int, twice int generated always as (n * 2) stored)`
  await sql`insert into generated values (1, 1)`
  expect((await fixture.get({ table: 'generated', offset: '-1' })).status).toBe(400)
  await sql`update generated set n = 2`
})

test('a clause that only PostgreSQL can judge moves rows in and out all the same', async () => {
  const { sql, url } = fixture
  await sql`create table judged (id int primary key, at timestamptz, name text, price numeric)`
  await sql`insert into judged values (1, '2024-01-01', 'Ann', 1), (2, '2023-01-01', 'Bob', 2)`
  const where = `at >= '2023-12-31 23:00:00-01' and lower(name) ilike 'A%' and price < 10.50`
  const replica = new OfficialClient({ url, params: { table: 'judged', where } })
  const ids = () => replica.values().map(({ id }) => id)
  await until(ids, (found) => found.length === 1)
  await sql`insert into judged select i, '2024-06-01', 'ANN', i from generate_series(3, 20) i`
  await sql`update judged set name = 'Bea' where id = 1`
  await until(ids, (found) => found.length === 8 && !found.includes(1))
  expect(ids()).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  replica.close()
})

test('a shape whose clause fails on a row is dropped, and the others go on', async () => {
  const { sql, url } = fixture
  await sql`create table failing (id int primary key, n int)`
  await sql`insert into failing values (1, 1)`
  const params = { table: 'failing', where: '10 / n > 5' }
  const { rows: _, ...from } = await snapshot(params)
  const other = new OfficialClient({ url, params: { table: 'failing' } })
  await until(
    () => other.values().length,
    (count) => count === 1,
  )
  await sql`insert into failing values (2, 0)`
  await until(
    () => other.values().length,
    (count) => count === 2,
  )
  const response = await fixture.get({ ...params, ...from })
  expect(response.status).toBe(409)
  expect((await fixture.get({ ...params, offset: '-1' })).status).toBe(400)
  other.close()
})
