import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#api/log.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { connect, type Sql } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { figureOf } from '#tests/support/figure-of.ts'
import { closeLast } from '#tests/support/fleet.ts'
import { soon } from '#tests/support/soon.ts'
import { openStandby, type Standby } from '#tests/support/standby.ts'
import { openTcpRelay, type TcpRelay } from '#tests/support/tcp-relay.ts'
import { candidateById } from './candidates.ts'
import { openReadReplica, type ReadReplica } from './read-replica.ts'

const log = createLog('silent')
const metrics = createMetrics()
let folder: string
let database: Database
let standby: Standby
let relay: TcpRelay
let sql: Sql
let replica: ReadReplica
/** A connection to the standby that bypasses the relay. */
let control: Sql
let people: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-replica-'))
  // As root, the servers run as another user, who needs access.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'primary')
  database = await openDatabase({ dataDir })
  await seedDirectory(database.sql, { people: 20, seed: 7 })
  standby = await openStandby({ dataDir, url: database.url }, join(folder, 'standby'))
  relay = await openTcpRelay(standby.url)
  control = connect(standby.url, { max: 1 })
  sql = connect(database.appUrl, { max: 4 })
  const url = relay.urlOf(
    Object.assign(new URL(database.appUrl), { host: new URL(standby.url).host }).href,
  )
  replica = await openReadReplica({ sql, url, max: 4, log, metrics })
  people = (await sql<{ id: string }[]>`select id from candidates`).map(({ id }) => id)
})
afterAll(async () => {
  await replica.close()
  await control.end({ timeout: 1 })
  await sql.end({ timeout: 1 })
  await relay.close()
  await standby.kill()
  await closeLast(database)
  await rm(folder, { recursive: true, force: true })
})

const readBy = async (from: 'replica' | 'primary') =>
  (await figureOf(metrics, 'clinidex_directory_reads_total', { from })) ?? 0

const read = (id = '') => replica.read((server) => candidateById(server, id))

/** Waits until a read comes from there. */
async function untilReadBy(from: 'replica' | 'primary'): Promise<void> {
  await soon(async () => {
    const before = await readBy(from)
    expect(await read(people[0])).not.toBeNull()
    expect(await readBy(from)).toBe(before + 1)
  })
}

it('the replica answers, and what it cannot know yet the primary answers', async () => {
  await untilReadBy('replica')
  await control`select pg_wal_replay_pause()`
  await sql`update candidates set city = 'Elsewhere' where id = ${people[0] ?? ''}`
  await untilReadBy('primary')
  expect(await read(people[0])).toMatchObject({ city: 'Elsewhere' })
  await control`select pg_wal_replay_resume()`
  await untilReadBy('replica')
  expect(await read(people[0])).toMatchObject({ city: 'Elsewhere' })
})

it('REMOVE-* nobody who was removed is shown by a replica that still has them', async () => {
  const [removed = ''] = people.splice(1, 1)
  await untilReadBy('replica')
  let isSeen = false
  const { unlisten } = await sql.listen('candidates_removed', () => {
    isSeen = true
  })
  await control`select pg_wal_replay_pause()`
  await database.sql`delete from candidates where id = ${removed}`
  await soon(() => expect(isSeen).toBe(true))
  // The replica lags by far less than a second: without the notification it would still be read.
  expect(await candidateById(control, removed)).not.toBeNull()
  for (let i = 0; i < 20; i++) expect(await read(removed)).toBeNull()
  await control`select pg_wal_replay_resume()`
  await untilReadBy('replica')
  expect(await read(removed)).toBeNull()
  await unlisten()
})

it('one that is silent, or was killed, costs no read, and is asked again once it is back', async () => {
  await untilReadBy('replica')
  relay.fallSilent()
  expect(await read(people[0])).not.toBeNull()
  // New connections pass the relay.
  await untilReadBy('replica')
  const reads = Promise.all(people.map(read))
  await standby.kill()
  expect(await reads).not.toContain(null)
  await untilReadBy('primary')
  await standby.start()
  await untilReadBy('replica')
})

it('refuses at start what is no replica of the database, in words', async () => {
  const open = (url: string) => openReadReplica({ sql, url, max: 1, log, metrics })
  await expect(open(database.appUrl)).rejects.toThrow(
    'DATABASE_READ_URL: names a server that is no replica, but takes writes.',
  )
  const other = Object.assign(new URL(standby.url), { pathname: '/postgres' }).href
  await expect(open(other)).rejects.toThrow(
    'DATABASE_READ_URL: is not a replica of the database that DATABASE_URL names.',
  )
  const wrong = Object.assign(new URL(standby.url), { password: 'wrong' }).href
  await expect(open(wrong)).rejects.toThrow('DATABASE_READ_URL: password authentication failed')
})
