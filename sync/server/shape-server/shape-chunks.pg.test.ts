import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShapeFixture, type ShapeFixture } from '#tests/support/shape-fixture/shape-fixture.ts'

const CHUNK_BYTES = 10_000
const MESSAGE_BYTES = 1200

let fixture: ShapeFixture
beforeAll(async () => {
  fixture = await openShapeFixture({ chunkBytes: CHUNK_BYTES })
})
afterAll(() => fixture.close())

interface Part {
  bytes: number
  offset: string
  ids: string[]
}

/** Everything after a place, answer by answer. */
async function read(table: string, handle = '', offset = '-1'): Promise<[Part[], string]> {
  const parts: Part[] = []
  const place = { table, handle, offset }
  for (;;) {
    const response = await fixture.get(place)
    const text = await response.text()
    const messages = JSON.parse(text) as { value?: { id: string } }[]
    place.handle = response.headers.get('electric-handle') ?? ''
    place.offset = response.headers.get('electric-offset') ?? ''
    const ids = messages.flatMap(({ value }) => value?.id ?? [])
    parts.push({ bytes: text.length, offset: place.offset, ids })
    if (response.headers.has('electric-up-to-date')) return [parts, place.handle]
  }
}

/** All but the last are cut with the message that makes them so long. */
function expectChunks(parts: Part[]): void {
  for (const { bytes } of parts.slice(0, -1)) {
    expect(bytes).toBeGreaterThanOrEqual(CHUNK_BYTES)
    expect(bytes).toBeLessThan(CHUNK_BYTES + 2 * MESSAGE_BYTES)
  }
}

test('snapshots and logs are cut by bytes, within a transaction too', async () => {
  const { sql } = fixture
  await sql`create table cut (id int primary key, body text)`
  await sql`insert into cut select i, repeat('x', 1000) from generate_series(1, 100) i`
  const [snapshot, handle] = await read('cut')
  const chunks = snapshot.slice(0, -1)
  expectChunks(chunks)
  expect(chunks.map(({ offset }) => offset)).toEqual(chunks.map((_chunk, i) => `0_${i}`))
  expect(chunks.length).toBeGreaterThanOrEqual(10)
  expect(new Set(snapshot.flatMap(({ ids }) => ids)).size).toBe(100)

  await sql`update cut set body = repeat('y', 1000)`
  await fixture.untilSeen()
  const [log] = await read('cut', handle, `0_${chunks.length - 1}`)
  expectChunks(log)
  expect(log.length).toBeGreaterThanOrEqual(10)
  expect(new Set(log.map(({ offset }) => offset.split('_')[0])).size).toBe(1)
  expect(log.flatMap(({ ids }) => ids)).toHaveLength(100)
  expect(new Set(log.flatMap(({ ids }) => ids)).size).toBe(100)
})

test('rows wider than a chunk come one by one', async () => {
  const { sql } = fixture
  await sql`create table wide (id int primary key, body text)`
  await sql`insert into wide select i, repeat('x', 100000) from generate_series(1, 20) i`
  const [snapshot, handle] = await read('wide')
  expect(snapshot.map(({ ids }) => ids.length)).toEqual([...Array(20).fill(1), 0, 0])
  await sql`update wide set body = repeat('y', 100000)`
  await fixture.untilSeen()
  const [log] = await read('wide', handle, '0_20')
  expect(log.map(({ ids }) => ids.length)).toEqual(Array(20).fill(1))
})

test('what is read goes on where it was cut after the server was away', async () => {
  const { sql } = fixture
  await sql`create table paused (id int primary key, body text)`
  const [, handle] = await read('paused')
  await sql`insert into paused select i, repeat('x', 1000) from generate_series(1, 50) i`
  await fixture.untilSeen()
  const [whole] = await read('paused', handle, '0_0')
  await fixture.reopen()
  for (const [i, { offset }] of whole.entries()) {
    const [rest] = await read('paused', handle, offset)
    const left = whole.slice(i + 1).flatMap(({ ids }) => ids)
    expect(rest.flatMap(({ ids }) => ids)).toEqual(left)
  }
})
