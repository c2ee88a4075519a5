import type { ShapeStream } from '@electric-sql/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
  const { sql } = fixture
  await sql`create table wares (id int primary key, kind text, body text)`
  await sql`insert into wares select i, 'k' || i % 2, 'b' || i from generate_series(1, 10) i`
})
afterAll(() => fixture.close())

const get = (query: Record<string, string>, init?: RequestInit) => fixture.get(query, init)
const WARES = { table: 'wares', offset: '-1' }

test('a subset holds the rows asked for and what its query saw, by GET and by POST', async () => {
  const { sql } = fixture
  const shape = { ...WARES, log: 'changes_only', where: "kind = 'k1'", columns: 'id,kind' }
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
    expect(response.headers.get('electric-offset')).toBe('0_0')
    const { metadata, data } = (await response.json()) as {
      metadata: Record<string, unknown>
      data: { key: string; value: object; headers: object }[]
    }
    expect(data.map(({ value }) => value)).toEqual([
      { id: '7', kind: 'k1' },
      { id: '5', kind: 'k1' },
    ])
    expect(data[0]).toMatchObject({
      key: '"public"."wares"/"7"',
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
