import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeFixture, type ShapeFixture } from '#tests/support/shape-fixture/shape-fixture.ts'
import { readerOf } from '#tests/support/shape-fixture/shape-reader.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

// What Electric does otherwise, or leaves open.
let fixture: ShapeFixture
beforeAll(async () => {
  fixture = await openShapeFixture()
  const { sql } = fixture
  await sql`create table things (id int primary key, kind text, body text)`
  await sql`insert into things select i, 'k' || i % 2, 'b' || i from generate_series(1, 10) i`
  await sql`create unlogged table scratch (id int primary key)`
  await sql`create domain slow as text check (pg_sleep(3600)::text <> 'x')`
})
afterAll(() => fixture.close())

const get = (query: Record<string, string>, init?: RequestInit) => fixture.get(query, init)
const { changes, snapshot } = readerOf(() => fixture)
const THINGS = { table: 'things', offset: '-1' }

test('the same request finds the same shape, however it is written', async () => {
  const [a, b, other] = await Promise.all([
    get({ ...THINGS, where: "kind = 'k1'" }),
    get({ ...THINGS, table: 'public.things', where: "  kind='k1' --x" }),
    get({ ...THINGS, where: "kind = 'k0'" }),
  ])
  expect(b?.headers.get('electric-handle')).toBe(a?.headers.get('electric-handle'))
  expect(other?.headers.get('electric-handle')).not.toBe(a?.headers.get('electric-handle'))
})

test.each<[string, Record<string, string>, string]>([
  ['a table whose changes are not logged', { table: 'scratch', offset: '-1' }, 'table'],
  ['a name that is none', { table: 'a.b.c.d', offset: '-1' }, 'table'],
  ['a table of the system', { table: 'pg_catalog.pg_class', offset: '-1' }, 'table'],
  ['a subquery', { ...THINGS, where: 'id in (select id from things)' }, 'where'],
  ['a clause that takes for ever', { ...THINGS, where: "kind = 'x'::slow" }, 'where'],
  ['a subquery in a subset', { ...THINGS, subset__where: 'id = (select 1)' }, 'subset'],
  ['an order that is a query', { ...THINGS, subset__order_by: '(select 1)' }, 'subset'],
])('answers 400 for %s', async (_what, query, field) => {
  const response = await get(query)
  expect(response.status).toBe(400)
  const { errors } = (await response.json()) as { errors: Record<string, unknown> }
  expect(Object.keys(errors)).toEqual([field])
})

test('what is no place of it is not found', async () => {
  expect((await fixture.ask('/v1/else')).status).toBe(404)
  expect((await get({}, { method: 'PUT' })).status).toBe(404)
})

test('DELETE drops a shape; its clients fetch it anew', async () => {
  const { url, sql } = fixture
  await sql`create table dropped (id int primary key)`
  await sql`insert into dropped values (1)`
  const replica = new OfficialClient({ url, params: { table: 'dropped' } })
  await until(() => replica.stream.isUpToDate, Boolean)
  const before = replica.stream.shapeHandle
  const response = await get({ table: 'dropped' }, { method: 'DELETE' })
  expect(response.status).toBe(202)
  await sql`insert into dropped values (2)`
  await until(
    () => replica.values(),
    (rows) => rows.length === 2,
  )
  expect(replica.refetches).toBe(1)
  expect(replica.stream.shapeHandle).not.toBe(before)
  replica.close()
  expect((await get({ handle: 'gone' }, { method: 'DELETE' })).status).toBe(404)
})

test('a live answer that comes after the commit knows of it', async () => {
  const { sql } = fixture
  await sql`create table seen (id int primary key)`
  const first = await get({ table: 'seen', offset: '-1' })
  await sql`insert into seen values (1)`
  const [row] = await sql<{ lsn: string }[]>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as lsn`
  const query = {
    table: 'seen',
    handle: first.headers.get('electric-handle') ?? '',
    offset: first.headers.get('electric-offset') ?? '',
  }
  // Writes elsewhere move it on, too: a client settles by it what it changed nothing with.
  await until(
    async () => {
      const messages = (await (await get(query)).json()) as { headers: Record<string, string> }[]
      return BigInt(messages.at(-1)?.headers.global_last_seen_lsn ?? 0) >= BigInt(row?.lsn ?? 0)
    },
    (isSeen) => isSeen,
  )
})

test('a subset cannot ask about columns that the shape does not send', async () => {
  const shape = { ...THINGS, columns: 'id,kind' }
  expect((await get({ ...shape, subset__where: "body = 'b1'" })).status).toBe(400)
  expect((await get({ ...shape, subset__order_by: 'body' })).status).toBe(400)
})

test('rows of a table that inherits from another are no rows of the other', async () => {
  const { sql, url } = fixture
  await sql`create table animals (id int primary key)`
  await sql`create table dogs () inherits (animals)`
  await sql`insert into animals values (1)`
  await sql`insert into dogs values (2)`
  const client = new OfficialClient({ url, params: { table: 'animals' } })
  await until(() => client.stream.isUpToDate, Boolean)
  await sql`insert into dogs values (3)`
  await sql`insert into animals values (4)`
  await until(
    () => client.values().map(({ id }) => id),
    (ids) => ids.includes(4),
  )
  expect(client.values()).toEqual([{ id: 1 }, { id: 4 }])
  client.close()
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

test('writes a boolean in a snapshot as in the stream, so that a row is the same however it came', async () => {
  const { sql } = fixture
  await sql`create table flags (id int primary key, is_on bool)`
  await sql`insert into flags values (1, true), (2, false)`
  const { rows, ...from } = await snapshot({ table: 'flags' })
  expect(rows.map(({ value }) => value.is_on)).toEqual(['t', 'f'])
  await sql`insert into flags values (3, true)`
  expect((await changes({ table: 'flags' }, from))[0]?.value.is_on).toBe('t')
})

test('a table with a column that is computed when it is read is refused, and its writers write on', async () => {
  const { sql } = fixture
  await sql`create table computed (id int primary key, n int, twice int generated always as (n * 2) virtual)`
  await sql`insert into computed values (1, 1)`
  for (const columns of ['id,n,twice', 'id,n']) {
    const response = await get({ table: 'computed', columns, offset: '-1' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      message: 'Invalid request',
      errors: {
        columns: ['The following columns are generated and cannot be included in the shape: twice'],
      },
    })
  }
  await sql`update computed set n = 2`
})

test('a column that is generated from now on makes a table be fetched anew, and its writers write on', async () => {
  const { sql } = fixture
  await sql`create table grown (id int primary key, n int)`
  await sql`insert into grown values (1, 1)`
  const { rows: _, ...from } = await snapshot({ table: 'grown' })
  await sql`alter table grown add column twice int generated always as (n * 2) stored`
  await sql`alter publication shape_server set (publish_generated_columns = stored)`
  await sql`update grown set n = 2`
  await until(
    () => get({ table: 'grown', ...from }),
    ({ status }) => status === 409,
  )
  const { rows } = await snapshot({ table: 'grown' })
  expect(rows[0]?.value).toEqual({ id: '1', n: '2', twice: '4' })
})
