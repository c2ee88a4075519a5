import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { type EmbeddedServer, openEmbedded } from '#db/embedded.ts'
import { listenOnLoopback } from '#tests/support/loopback.ts'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { until } from '#tests/support/shape-fixture/until.ts'
import { openTcpRelay, type TcpRelay } from '#tests/support/tcp-relay.ts'
import { openShapeServer, type ShapeServer } from './shape-server.ts'

const log = pino({ level: process.env.SHAPE_LOG ?? 'silent' })

let folder: string
let database: EmbeddedServer
let sql: Sql
/** The shape server reaches the database through it, wherever the database is started. */
let relay: TcpRelay
let shapes: ShapeServer | undefined
let listener: Awaited<ReturnType<typeof listenOnLoopback>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewind-'))
  await chmod(folder, 0o755)
  await startDatabase()
  await sql`create table notes (id int primary key)`
  await sql`insert into notes values (1)`
  relay = await openTcpRelay(database.url)
  await openShapes()
  listener = await listenOnLoopback()
  listener.setFetch((request) => shapes?.fetch(request) ?? new Response(null, { status: 503 }))
})
afterEach(async () => {
  await shapes?.close()
  await listener.close()
  await relay.close()
  await stopDatabase()
  await rm(folder, { recursive: true })
})

const data = () => join(folder, 'postgres')
const copy = () => join(folder, 'copy')

async function startDatabase() {
  database = await openEmbedded(folder)
  sql = connect(database.url)
}

/** With its clients connected. */
async function stopDatabase() {
  await sql.end()
  const pidFile = join(data(), 'postmaster.pid')
  const [pid] = (await readFile(pidFile, 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGINT')
  await until(
    () => existsSync(pidFile),
    (isRunning) => !isRunning,
  )
}

async function openShapes() {
  const databaseUrl = relay.urlOf(database.url)
  const dir = join(folder, 'shapes')
  shapes = await openShapeServer({ databaseUrl, dir, log, refusesUnknownOffsets: true })
}

async function closeShapes() {
  await shapes?.close()
  shapes = undefined
}

/** Puts the server back to where the copy was made, and starts it. */
async function restore() {
  await stopDatabase()
  await rm(data(), { recursive: true })
  await rename(copy(), data())
}

const untilIds = (client: OfficialClient, ids: number[]) =>
  until(
    () => client.values().map(({ id }) => id),
    (found) => JSON.stringify(found) === JSON.stringify(ids),
  )

/** Follows the table, with a copy of the server made before the second row. */
async function followPastCopy(copyMore = () => undefined as unknown): Promise<OfficialClient> {
  const client = new OfficialClient({
    url: `http://127.0.0.1:${listener.port}/v1/shape`,
    params: { table: 'notes' },
    backoffOptions: { initialDelay: 50, maxDelay: 500, multiplier: 2 },
  })
  await untilIds(client, [1])
  await closeShapes()
  await stopDatabase()
  // With its owner: the server runs as another user than root.
  execFileSync('cp', ['-a', data(), copy()])
  copyMore()
  await startDatabase()
  relay.leadTo(database.url)
  await openShapes()
  // A new segment of the log begins: what comes after lies far behind the copy's end.
  await sql`select pg_switch_wal()`
  await sql`insert into notes values (2)`
  await untilIds(client, [1, 2])
  return client
}

test.each([
  ['while shapes were not served', closeShapes, openShapes],
  ['while shapes were served', async () => undefined, async () => undefined],
])(
  'after the database was put back to an old copy %s, clients have what it holds',
  async (_when, before, after) => {
    const client = await followPastCopy()
    await before()
    await restore()
    await startDatabase()
    relay.leadTo(database.url)
    await sql`insert into notes values (3)`
    await after()
    await untilIds(client, [1, 3])
    await sql`insert into notes values (4)`
    await untilIds(client, [1, 3, 4])
    expect(client.refetches).toBe(1)
    client.close()
  },
)

/** Writes beyond whatever was written before the copy was put back. */
async function writePast() {
  await sql`insert into notes values (3)`
  for (let i = 0; i < 3; i++) {
    await sql`select pg_switch_wal()`
    await sql`insert into notes values (${4 + i})`
  }
}

test('after the database was put back, clients have what it holds, however much was written before shapes were served', async () => {
  const client = await followPastCopy()
  await closeShapes()
  await restore()
  await startDatabase()
  relay.leadTo(database.url)
  await writePast()
  await openShapes()
  await untilIds(client, [1, 3, 4, 5, 6])
  expect(client.refetches).toBe(1)
  client.close()
})

test('after database and shapes were put back together, a place from before is no place', async () => {
  const copyShapes = () =>
    execFileSync('cp', ['-a', join(folder, 'shapes'), join(folder, 'shapes-copy')])
  const client = await followPastCopy(copyShapes)
  const [handle, offset] = [client.stream.shapeHandle, client.stream.lastOffset]
  client.close()
  await closeShapes()
  await restore()
  await rm(join(folder, 'shapes'), { recursive: true })
  await rename(join(folder, 'shapes-copy'), join(folder, 'shapes'))
  await startDatabase()
  relay.leadTo(database.url)
  await openShapes()
  await writePast()
  const url = `http://127.0.0.1:${listener.port}/v1/shape?table=notes&handle=${handle}`
  const ids = async (offset: string) =>
    (
      (await (await fetch(`${url}&offset=${offset}`)).json()) as { value?: { id: string } }[]
    ).flatMap(({ value }) => value?.id ?? [])
  await until(
    () => ids('0_0'),
    (found) => found.length === 4,
  )
  expect((await fetch(`${url}&offset=${offset}`)).status).toBe(400)
})

test('after the database was recovered to an earlier time, clients have what it holds, however much was written since', async () => {
  const client = await followPastCopy()
  await closeShapes()
  await restore()
  await writeFile(join(data(), 'recovery.signal'), '')
  await appendFile(join(data(), 'postgresql.auto.conf'), `restore_command = 'false'\n`)
  await startDatabase()
  await until(
    async () => (await sql`select pg_is_in_recovery() as is_recovering`)[0]?.is_recovering,
    (isRecovering) => isRecovering === false,
  )
  relay.leadTo(database.url)
  await writePast()
  await openShapes()
  await untilIds(client, [1, 3, 4, 5, 6])
  expect(client.refetches).toBe(1)
  client.close()
})
