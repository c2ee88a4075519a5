import type { ShapeStream } from '@electric-sql/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '../../../tests/support/shape-fixture/official-client.ts'
import {
  openShapeFixture,
  type ShapeFixture,
} from '../../../tests/support/shape-fixture/shape-fixture.ts'
import { until } from '../../../tests/support/shape-fixture/until.ts'

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
const THINGS = { table: 'things', offset: '-1' }

test('answers carry handle, offset and schema, and let scripts read them', async () => {
  const response = await get(THINGS)
  expect(response.status).toBe(200)
  expect(response.headers.get('electric-handle')).toMatch(/./)
  expect(response.headers.get('electric-offset')).toBe('0_0')
  expect(JSON.parse(response.headers.get('electric-schema') ?? '')).toEqual({
    id: { type: 'int4', not_null: true, pk_index: 0 },
    kind: { type: 'text' },
    body: { type: 'text' },
  })
  expect(response.headers.has('electric-up-to-date')).toBe(true)
  const exposed = response.headers.get('access-control-expose-headers')?.split(',')
  expect(exposed).toEqual(
    expect.arrayContaining([
      'electric-handle',
      'electric-offset',
      'electric-schema',
      'electric-cursor',
      'electric-up-to-date',
    ]),
  )
  const messages = (await response.json()) as { headers: Record<string, string> }[]
  expect(messages).toHaveLength(12)
  expect(messages.at(-1)?.headers.control).toBe('up-to-date')
  expect(messages.at(-1)?.headers.global_last_seen_lsn).toMatch(/^\d+$/)
})

test('the same request finds the same shape, however it is written', async () => {
  const [a, b, other] = await Promise.all([
    get({ ...THINGS, where: "kind = 'k1'" }),
    get({ ...THINGS, table: 'public.things', where: "  kind='k1' --x" }),
    get({ ...THINGS, where: "kind = 'k0'" }),
  ])
  expect(b?.headers.get('electric-handle')).toBe(a?.headers.get('electric-handle'))
  expect(other?.headers.get('electric-handle')).not.toBe(a?.headers.get('electric-handle'))
})

test('an answer that the client has already is 304, until there is more', async () => {
  const first = await get(THINGS)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  const kept = await get(THINGS, { headers: { 'if-none-match': `"x", ${etag}` } })
  expect(kept.status).toBe(304)
  expect(kept.headers.get('electric-handle')).toBe(first.headers.get('electric-handle'))
  expect(await kept.text()).toBe('')
  await fixture.sql`update things set body = 'new' where id = 1`
  const fresh = await until(
    () => get(THINGS, { headers: { 'if-none-match': etag } }),
    ({ status }) => status === 200,
  )
  expect(fresh.headers.get('etag')).not.toBe(etag)
})

test('HEAD answers as GET does, without the messages', async () => {
  const [head, whole] = await Promise.all([get(THINGS, { method: 'HEAD' }), get(THINGS)])
  expect(await head.text()).toBe('')
  for (const name of ['electric-handle', 'electric-offset', 'electric-schema', 'etag']) {
    expect(head.headers.get(name)).toBe(whole.headers.get(name))
  }
})

test('OPTIONS names the methods', async () => {
  const response = await get({}, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-methods')).toBe(
    'GET, POST, HEAD, DELETE, OPTIONS',
  )
})

test('/v1/health says that it serves', async () => {
  const response = await fetch(new URL('/v1/health', fixture.url))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'active' })
  expect((await fetch(new URL('/v1/else', fixture.url))).status).toBe(404)
})

test.each<[string, Record<string, string>, string]>([
  ['no table', { offset: '-1' }, 'table'],
  ['a table that is not there', { table: 'nowhere', offset: '-1' }, 'table'],
  ['a table whose changes are not logged', { table: 'scratch', offset: '-1' }, 'table'],
  ['a name that is none', { table: 'a.b.c.d', offset: '-1' }, 'table'],
  ['a table of the system', { table: 'pg_catalog.pg_class', offset: '-1' }, 'table'],
  ['no offset', { table: 'things' }, 'offset'],
  ['an offset that is none', { table: 'things', offset: 'x' }, 'offset'],
  ['an offset without a handle', { table: 'things', offset: '0_0' }, 'handle'],
  ['live from the beginning', { ...THINGS, live: 'true' }, 'live'],
  ['events that are not live', { ...THINGS, live_sse: 'true' }, 'live_sse'],
  ['a column that is not there', { ...THINGS, columns: 'id,nothing' }, 'columns'],
  ['columns without the key', { ...THINGS, columns: 'body' }, 'columns'],
  ['an unknown replica', { ...THINGS, replica: 'half' }, 'replica'],
  ['an unknown log', { ...THINGS, log: 'some' }, 'log'],
  ['a clause that is not SQL', { ...THINGS, where: 'id = = 1' }, 'where'],
  ['a subquery', { ...THINGS, where: 'id in (select id from things)' }, 'where'],
  ['a clause that ends the statement', { ...THINGS, where: 'true; drop table things' }, 'where'],
  ['a clause of another type', { ...THINGS, where: "id = 'x'" }, 'where'],
  ['a clause that takes for ever', { ...THINGS, where: "kind = 'x'::slow" }, 'where'],
  ['a parameter of another type', { ...THINGS, where: 'id = $1', 'params[1]': 'x' }, 'where'],
  ['a parameter that is not given', { ...THINGS, where: 'id = $2', 'params[1]': '1' }, 'params'],
  ['a limit without an order', { ...THINGS, subset__limit: '1' }, 'subset__order_by'],
  ['a subquery in a subset', { ...THINGS, subset__where: 'id = (select 1)' }, 'subset__where'],
  ['an order that is a query', { ...THINGS, subset__order_by: '(select 1)' }, 'subset__order_by'],
])('answers 400 for %s', async (_what, query, field) => {
  const response = await get(query)
  expect(response.status).toBe(400)
  const { errors } = (await response.json()) as { errors: Record<string, string[]> }
  expect(Object.keys(errors)).toEqual([field])
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('what looks like an attack in a parameter is a value', async () => {
  const response = await get({ ...THINGS, where: 'body = $1', 'params[1]': "' or true --" })
  expect(await response.json()).toHaveLength(2)
})

test('an offset that nobody was given is refused', async () => {
  const handle = (await get(THINGS)).headers.get('electric-handle') ?? ''
  const response = await get({ table: 'things', handle, offset: `${10n ** 18n}_0` })
  expect(response.status).toBe(400)
})

test('an unknown handle, and one of another shape, is sent to the shape of the request', async () => {
  const right = (await get(THINGS)).headers.get('electric-handle')
  const other = (await get({ ...THINGS, where: 'id = 1' })).headers.get('electric-handle') ?? ''
  for (const handle of ['gone', other]) {
    const response = await get({ table: 'things', handle, offset: '0_0' })
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual([{ headers: { control: 'must-refetch' } }])
    expect(response.headers.get('electric-handle')).toBe(right)
  }
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

test('a truncated or altered table is fetched anew', async () => {
  const { url, sql } = fixture
  await sql`create table altered (id int primary key)`
  await sql`insert into altered values (1), (2)`
  const replica = new OfficialClient({ url, params: { table: 'altered' } })
  await until(
    () => replica.values().length,
    (count) => count === 2,
  )
  await sql`truncate altered`
  await until(
    () => replica.values().length,
    (count) => count === 0,
  )
  await until(() => replica.stream.isUpToDate, Boolean)
  await sql`alter table altered add column extra text default 'x'`
  await sql`insert into altered values (3)`
  await until(
    () => replica.values(),
    (rows) => rows.length === 1 && rows[0]?.extra === 'x',
  )
  expect(replica.refetches).toBe(2)
  replica.close()
})

test('offset=now skips what is there', async () => {
  const now = await get({ table: 'things', offset: 'now' })
  expect(await now.json()).toMatchObject([{ headers: { control: 'up-to-date' } }])
  await fixture.sql`update things set body = 'later' where id = 2`
  const query = {
    table: 'things',
    handle: now.headers.get('electric-handle') ?? '',
    offset: now.headers.get('electric-offset') ?? '',
    live: 'true',
  }
  const messages = (await (await get(query)).json()) as { value?: object }[]
  expect(messages[0]?.value).toEqual({ id: '2', body: 'later' })
  expect(messages).toHaveLength(2)
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

test('with live_sse the official client gets changes over one connection', async () => {
  const { url, sql } = fixture
  await sql`create table events (id int primary key)`
  let requests = 0
  const counted: typeof fetch = (...args) => {
    if (String(args[0]).includes('live_sse')) requests++
    return fetch(...args)
  }
  const replica = new OfficialClient({
    url,
    params: { table: 'events' },
    liveSse: true,
    fetchClient: counted,
  })
  await until(
    () => requests,
    (count) => count === 1,
  )
  for (let id = 1; id <= 5; id++) {
    await sql`insert into events values (${id})`
    await until(
      () => replica.values().length,
      (count) => count === id,
    )
  }
  await sql`delete from events where id > 1`
  await until(
    () => replica.values().length,
    (count) => count === 1,
  )
  expect(requests).toBe(1)
  expect(replica.error).toBeUndefined()
  replica.close()
})

test('a subset holds the rows asked for and what its query saw, by GET and by POST', async () => {
  const { sql } = fixture
  const shape = { ...THINGS, log: 'changes_only', where: "kind = 'k1'", columns: 'id,kind' }
  const [tx] = await sql<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
  const byGet = await get({
    ...shape,
    subset__where: 'id > $1',
    subset__params: '{"1": "3"}',
    subset__order_by: 'id desc',
    subset__limit: '2',
    subset__offset: '1',
  })
  const body = { where: 'id > $1', params: { 1: 3 }, order_by: 'id desc', limit: 2, offset: 1 }
  const byPost = await get(shape, { method: 'POST', body: JSON.stringify(body) })
  for (const response of [byGet, byPost]) {
    expect(response.status).toBe(200)
    expect(response.headers.get('electric-snapshot')).toBe('true')
    expect(response.headers.get('electric-offset')).toMatch(/^\d+_\d+$/)
    const { metadata, data } = (await response.json()) as {
      metadata: Record<string, unknown>
      data: { key: string; value: object; headers: object }[]
    }
    expect(data.map(({ value }) => value)).toEqual([
      { id: '7', kind: 'k1' },
      { id: '5', kind: 'k1' },
    ])
    expect(data[0]).toMatchObject({
      key: '"public"."things"/"7"',
      headers: { operation: 'insert', snapshot_mark: metadata.snapshot_mark },
    })
    expect(metadata).toEqual({
      snapshot_mark: expect.any(Number),
      xmin: expect.stringMatching(/^\d+$/),
      xmax: expect.stringMatching(/^\d+$/),
      xip_list: expect.any(Array),
      database_lsn: expect.stringMatching(/^\d+$/),
    })
    expect(BigInt(String(metadata.xmax))).toBeGreaterThan(BigInt(tx?.xid ?? 0))
  }
})

test('a subset cannot ask about columns that the shape does not send', async () => {
  const shape = { ...THINGS, columns: 'id,kind' }
  expect((await get({ ...shape, subset__where: "body = 'b1'" })).status).toBe(400)
  expect((await get({ ...shape, subset__order_by: 'body' })).status).toBe(400)
})

test('the official client puts subsets and changes together without a gap', async () => {
  const { url, sql } = fixture
  await sql`create table paged (id int primary key, n int)`
  await sql`insert into paged select i, 0 from generate_series(1, 50) i`
  const replica = new OfficialClient({ url, params: { table: 'paged' }, log: 'changes_only' })
  const stream: ShapeStream = replica.stream
  await until(() => stream.isUpToDate, Boolean)
  expect(replica.values()).toEqual([])
  for (let page = 0; page < 5; page++) {
    await Promise.all([
      stream.requestSnapshot({
        orderBy: 'id',
        limit: 10,
        offset: page * 10,
        method: page % 2 ? 'POST' : 'GET',
      }),
      sql`update paged set n = n + 1`,
    ])
  }
  await until(
    () => replica.values(),
    (rows) => rows.length === 50 && rows.every(({ n }) => n === 5),
  )
  replica.close()
})

test('long logs and snapshots come in parts', async () => {
  const { sql } = fixture
  await sql`create table long_ones (id int primary key, body text)`
  await sql`insert into long_ones select i, repeat('x', 1000) from generate_series(1, 3000) i`
  const query = { table: 'long_ones', offset: '-1', handle: '' }
  const read = async () => {
    const ids: string[] = []
    let parts = 0
    for (;;) {
      const response = await get(query)
      const messages = (await response.json()) as { value?: { id: string } }[]
      query.handle = response.headers.get('electric-handle') ?? ''
      query.offset = response.headers.get('electric-offset') ?? ''
      ids.push(...messages.flatMap(({ value }) => (value ? [value.id] : [])))
      parts++
      if (response.headers.has('electric-up-to-date')) return { ids, parts }
    }
  }
  const snapshot = await read()
  expect(snapshot.parts).toBeGreaterThan(2)
  expect(new Set(snapshot.ids).size).toBe(3000)
  await sql`update long_ones set body = body || 'y'`
  const log = await until(read, ({ ids }) => ids.length > 0)
  expect(log.parts).toBeGreaterThan(2)
  expect(log.ids).toHaveLength(3000)
})
