import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectAsText, type Sql } from '#db/client.ts'
import { Mutex } from '#sync/server/mutex.ts'
import { testDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/shape-fixture/until.ts'
import { wholeOf } from './message-list.ts'
import { PUBLICATION } from './publication.ts'
import { RequestError } from './request-error.ts'
import { SESSION_FORMAT } from './session-format.ts'
import type { Shape } from './shape.ts'
import { Shapes } from './shapes.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let sql: Sql
let dir: string
let close: () => Promise<void>
beforeEach(async () => {
  const database = await testDatabase()
  // Its snapshots take no longer than this.
  const settings = { ...SESSION_FORMAT, statement_timeout: '3s' }
  sql = connectAsText(database.url, { max: 2, settings })
  dir = await mkdtemp(join(tmpdir(), 'shapes-'))
  close = async () => {
    await sql.end()
    await database.close()
    await rm(dir, { recursive: true })
  }
  await sql.unsafe(`drop publication if exists ${PUBLICATION}`)
  await sql.unsafe(`create publication ${PUBLICATION}`)
  await sql`create type mood as enum ('sad', 'ok')`
  await sql`create table notes (id int primary key, mood mood)`
  await sql`insert into notes values (1)`
})
afterEach(() => close())

function openShapes(isStreamAheadOf = () => false, server = sql): Shapes {
  const log = pino({ level: 'silent' })
  const mutex = new Mutex()
  return new Shapes({
    sql: server,
    checks: server,
    dir,
    chunkBytes: 1e6,
    log,
    mutex,
    isStreamAheadOf,
  })
}

async function shapeOf(shapes: Shapes, where?: string) {
  const definition = await shapes.definitions.get({
    table: 'notes',
    where,
    params: {},
    columns: undefined,
    replica: 'default',
    log: 'full',
  })
  const shape = shapes.get(definition)
  await shape.ready
  return shape
}

async function firstChunk(shape: Shape): Promise<string | undefined> {
  const part = await shape.read(undefined)
  return part && (await wholeOf(part.pieces())).toString()
}

const untilEmpty = () =>
  until(
    () => readdir(dir),
    (names) => names.length === 0,
  )

test('a shape whose table cannot be asked for stays: that says nothing of the table', async () => {
  const shape = await shapeOf(openShapes())
  const unreachable = connectAsText('postgres://127.0.0.1:1/none', { max: 1, settings: {} })
  const shapes = openShapes(undefined, unreachable)
  await expect(shapes.restore()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(await readdir(dir)).toEqual([shape.handle])
  await unreachable.end()
})

test('fifty who ask for the same rows at once follow one log, which is on the disk once', async () => {
  const shapes = openShapes()
  const followed = await Promise.all(Array.from({ length: 50 }, () => shapeOf(shapes, 'id = 1')))
  expect(new Set(followed).size).toBe(1)
  expect(await readdir(dir)).toEqual([followed[0]?.handle])
})

test('a shape that nobody used for a day is dropped, from memory and from disk', async () => {
  const shapes = openShapes()
  const shape = await shapeOf(shapes)
  shapes.dropOutdated(Date.now() + DAY_MS - 60_000)
  expect(shapes.byHandle(shape.handle)).toBe(shape)
  shapes.dropOutdated(Date.now() + DAY_MS + 60_000)
  expect(shapes.byHandle(shape.handle)).toBeUndefined()
  await untilEmpty()
})

test('a shape with changes is dropped after thirty days, also by the next process', async () => {
  const kept = await shapeOf(openShapes())
  kept.add({ xid: 1, lsn: 1n << 60n, committedAt: 0 }, { new: { id: '2', mood: 'ok' } }, 0)
  kept.commit()
  const shapes = openShapes()
  await shapes.restore()
  const [changed, unchanged] = [shapes.byHandle(kept.handle), await shapeOf(shapes, 'id = 1')]
  const isDropped = (ageMs: number) => {
    const now = kept.createdAt + ageMs
    for (const shape of [changed, unchanged]) if (shape) shape.lastUsedAt = now
    shapes.dropOutdated(now)
    return [changed?.isDropped, unchanged.isDropped]
  }
  expect(isDropped(30 * DAY_MS - 60_000)).toEqual([false, false])
  expect(isDropped(30 * DAY_MS + 60_000)).toEqual([true, false])
})

test.each([
  ['dropped', 'drop table notes'],
  ['renamed', 'alter table notes rename to others'],
  ['given another key', 'alter table notes drop constraint notes_pkey'],
  ['given other words for values', `alter type mood rename value 'ok' to 'fine'`],
  ['taken out of the publication', `alter publication ${PUBLICATION} drop table notes`],
  ['no longer sent whole', 'alter table notes replica identity default'],
])('a shape whose table was %s is dropped', async (_what, statement) => {
  const shapes = openShapes()
  const shape = await shapeOf(shapes)
  await shapes.dropStale()
  expect(shape.isDropped).toBe(false)
  await sql.unsafe(statement)
  await shapes.dropStale()
  expect(shape.isDropped).toBe(true)
  await untilEmpty()
})

test('a snapshot is taken again until it sees all that has come with the stream', async () => {
  let looks = 0
  const shape = await shapeOf(openShapes(() => ++looks < 3))
  expect(looks).toBe(3)
  expect(await firstChunk(shape)).toContain('"id":"1"')
})

test('a snapshot that takes too long is refused, and nothing is left of it', async () => {
  await sql`create domain slow as int check (pg_sleep(3600)::text <> 'x')`
  await expect(shapeOf(openShapes(), 'id::slow = 1')).rejects.toThrow(RequestError)
  await untilEmpty()
})

test('what another process left is taken up, except what is half or of another form', async () => {
  const { handle } = await shapeOf(openShapes())
  const half = crypto.randomUUID()
  const old = crypto.randomUUID()
  await mkdir(join(dir, half))
  await mkdir(join(dir, old))
  await writeFile(join(dir, old, 'shape.json'), '{"format":0}')
  const shapes = openShapes()
  await shapes.restore()
  expect(await readdir(dir)).toEqual([handle])
  const shape = shapes.byHandle(handle)
  expect(shape && (await firstChunk(shape))).toContain('"id":"1"')
})

test('removes nothing that is not its own', async () => {
  const shapes = openShapes()
  await shapeOf(shapes)
  await mkdir(join(dir, 'photos'))
  await writeFile(join(dir, 'letter.txt'), '')
  await shapes.restore()
  await shapes.clear()
  expect((await readdir(dir)).sort()).toEqual(['letter.txt', 'photos'])
})
