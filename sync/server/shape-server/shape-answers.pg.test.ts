import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
  const { sql } = fixture
  await sql`create table things (id int primary key, kind text, body text)`
  await sql`insert into things select i, 'k' || i % 2, 'b' || i from generate_series(1, 10) i`
})
afterAll(() => fixture.close())

type Message = { headers: Record<string, unknown>; value?: { id: string } }

const get = (query: Record<string, string>, init?: RequestInit) => fixture.get(query, init)
const THINGS = { table: 'things', offset: '-1' }

test('a first answer carries handle, offset, schema, rows, and what its query saw', async () => {
  const [tx] = await fixture.sql<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
  const response = await get({ ...THINGS, where: 'id > 0' })
  expect(response.status).toBe(200)
  expect(response.headers.get('electric-handle')).toMatch(/./)
  expect(response.headers.get('electric-offset')).toBe('0_0')
  expect(response.headers.has('electric-up-to-date')).toBe(false)
  expect(JSON.parse(response.headers.get('electric-schema') ?? '')).toEqual({
    id: { type: 'int4', not_null: true, pk_index: 0 },
    kind: { type: 'text' },
    body: { type: 'text' },
  })
  const messages = (await response.json()) as { headers: Record<string, unknown> }[]
  expect(messages).toHaveLength(11)
  const { xip_list, ...headers } = messages.at(-1)?.headers ?? {}
  expect(headers).toEqual({
    control: 'snapshot-end',
    xmin: expect.stringMatching(/^\d+$/),
    xmax: expect.stringMatching(/^\d+$/),
  })
  // Transactions of other databases on this server may be running; this one had ended.
  expect(xip_list).toEqual(expect.any(Array))
  expect(xip_list).not.toContain(tx?.xid)
  expect(BigInt(String(headers.xmax))).toBeGreaterThan(BigInt(tx?.xid ?? 0))
})

test('a transaction that runs while the snapshot is taken is told as such, and comes in the log', async () => {
  const { sql } = fixture
  await sql`create table writes_on (id int primary key)`
  // From here on the table is followed; before that, its writers are waited for.
  await get({ table: 'writes_on', offset: '-1' })
  const writer = await sql.reserve()
  await writer`begin`
  const [running] = await writer<{ xid: string }[]>`
    insert into writes_on values (1) returning pg_current_xact_id()::text as xid`
  const xid = running?.xid ?? ''
  await sql`insert into writes_on values (2)`
  const shape = { table: 'writes_on', where: 'id > 0' }
  const first = await get({ ...shape, offset: '-1' })
  const messages = (await first.json()) as Message[]
  const { xmin, xmax, xip_list } = messages.at(-1)?.headers ?? {}
  expect(messages.flatMap(({ value }) => value?.id ?? [])).toEqual(['2'])
  expect(xip_list).toContain(xid)
  expect(BigInt(String(xmin))).toBeLessThanOrEqual(BigInt(xid))
  expect(BigInt(String(xmax))).toBeGreaterThan(BigInt(xid))
  await writer`commit`
  writer.release()
  const handle = first.headers.get('electric-handle') ?? ''
  const later = await get({ ...shape, handle, offset: '0_0', live: 'true' })
  const [told] = (await later.json()) as Message[]
  expect(told).toMatchObject({ value: { id: '1' }, headers: { txids: [Number(xid)] } })
})

test('an answer that the client has already is 304, until there is more', async () => {
  const handle = (await get(THINGS)).headers.get('electric-handle') ?? ''
  const log = { table: 'things', handle, offset: '0_0' }
  let etag = ''
  // A change of the test before may still arrive.
  const kept = await until(
    async () => {
      etag = (await get(log)).headers.get('etag') ?? ''
      return get(log, { headers: { 'if-none-match': `"x", ${etag}` } })
    },
    ({ status }) => status === 304,
  )
  expect(etag).toMatch(/^"[^"]+"$/)
  expect(kept.headers.get('electric-handle')).toBe(handle)
  expect(await kept.text()).toBe('')
  await fixture.sql`update things set body = 'new' where id = 1`
  const fresh = await until(
    () => get(log, { headers: { 'if-none-match': etag } }),
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

test('what looks like an attack in a parameter is a value', async () => {
  const response = await get({ ...THINGS, where: 'body = $1', 'params[1]': "' or true --" })
  expect(await response.json()).toHaveLength(1)
})

test('live events are a message each, then how far they go, and nothing before there is news', async () => {
  const { sql } = fixture
  await sql`create table told (id int primary key)`
  const first = await get({ table: 'told', offset: '-1' })
  const handle = first.headers.get('electric-handle') ?? ''
  const ending = new AbortController()
  const response = await get(
    { table: 'told', handle, offset: '0_0', live: 'true', live_sse: 'true' },
    { signal: ending.signal },
  )
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(response.headers.get('cache-control')).toBe('public, max-age=59')
  await sql`insert into told values (1), (2)`
  let text = ''
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString()
    if (text.includes('up-to-date')) break
  }
  ending.abort()
  const events = text.split('\n\n').filter((event) => event !== '')
  const messages = events.map((event) => JSON.parse(event.replace(/^data: /, '')))
  const lsn = messages[0].headers.lsn
  expect(messages).toMatchObject([
    { value: { id: '1' }, headers: { operation: 'insert', lsn, op_position: 0 } },
    { value: { id: '2' }, headers: { operation: 'insert', lsn, op_position: 2, last: true } },
    // A client goes on from this place: a later one would lie past the end of the shape.
    { headers: { control: 'up-to-date', global_last_seen_lsn: lsn } },
  ])
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
