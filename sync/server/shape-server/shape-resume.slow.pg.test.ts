import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forkScript } from '#api/services/fork-script.ts'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeFixture, type ShapeFixture } from '#tests/support/shape-fixture/shape-fixture.ts'
import { until } from '#tests/support/shape-fixture/until.ts'
import { soon } from '#tests/support/soon.ts'
import { openTcpRelay } from '#tests/support/tcp-relay.ts'
import { openShapeServer } from './shape-server.ts'

let fixture: ShapeFixture
beforeEach(async () => {
  fixture = await openShapeFixture()
  await fixture.sql`create table notes (id int primary key, body text)`
  await fixture.sql`insert into notes values (1, 'one')`
})
afterEach(() => fixture.close())

const NOTES = { table: 'notes' }

async function untilIds(replica: OfficialClient, expected: number[]) {
  await until(
    () => replica.values().map(({ id }) => id),
    (ids) => JSON.stringify(ids) === JSON.stringify(expected),
  )
}

test('a client goes on where it was after the server was away, and misses nothing', async () => {
  const { sql, url } = fixture
  const replica = new OfficialClient({ url, params: NOTES })
  await untilIds(replica, [1])
  await sql`insert into notes values (2, 'two')`
  await untilIds(replica, [1, 2])
  const { shapeHandle: handle, lastOffset: offset } = replica.stream
  replica.close()
  await fixture.reopen()
  await sql`insert into notes values (3, 'three')`
  const later = new OfficialClient({ url, params: NOTES, handle, offset })
  await untilIds(later, [3])
  expect(later.refetches).toBe(0)
  expect(later.stream.shapeHandle).toBe(handle)
  later.close()
})

/** Starts a server process on the fixture's database; its folder outlives it. */
async function startProcess(dir: string): Promise<{ child: ChildProcess; url: string }> {
  const script = new URL('../../../tests/support/shape-fixture/server-process.ts', import.meta.url)
  const child = forkScript(script, { args: [fixture.databaseUrl, dir] })
  const [port] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}/v1/shape` }
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

test('after kill -9, again and again while rows are written, clients go on by handle and offset', async () => {
  const { sql, dir } = fixture
  await fixture.closeServer()
  const replica = { ids: new Set<number>(), handle: '', offset: '-1' }
  let isWriting = true
  let written = 1
  const writing = (async () => {
    while (isWriting) {
      written++
      await sql`insert into notes values (${written}, ${'x'.repeat(2000)})`
      await sleep(2)
    }
  })()
  for (let run = 0; run < 3; run++) {
    const { child, url } = await startProcess(dir)
    const before = replica.ids.size
    await until(
      async () => {
        await follow(url, replica)
        return replica.ids.size
      },
      (count) => count >= before + 50,
    )
    await kill(child)
  }
  isWriting = false
  await writing
  const { child, url } = await startProcess(dir)
  await until(
    async () => {
      await follow(url, replica)
      return replica.ids.size
    },
    (count) => count === written,
  )
  await kill(child)
})

/** Takes what there is, as a client would; a refetch is a failure, and so is a row told twice. */
async function follow(url: string, replica: { ids: Set<number>; handle: string; offset: string }) {
  const place: Record<string, string> =
    replica.offset === '-1' ? { offset: '-1' } : { offset: replica.offset, handle: replica.handle }
  const response = await fetch(`${url}?${new URLSearchParams({ ...NOTES, ...place })}`)
  expect(response.status).toBe(200)
  const messages = (await response.json()) as { value?: { id: string } }[]
  for (const { value } of messages) {
    if (!value) continue
    expect(replica.ids.has(Number(value.id))).toBe(false)
    replica.ids.add(Number(value.id))
  }
  replica.handle = response.headers.get('electric-handle') ?? ''
  replica.offset = response.headers.get('electric-offset') ?? ''
}

test('of two servers one serves; the other says so, and takes over with all shapes', async () => {
  const { sql, dir } = fixture
  const first = await fixture.get({ ...NOTES, offset: '-1' })
  const other = await startProcess(dir)
  const waiting = await fetch(`${other.url}?${new URLSearchParams({ ...NOTES, offset: '-1' })}`)
  expect(waiting.status).toBe(503)
  expect(await waiting.json()).toEqual({ message: 'Sync runs in another process.' })
  expect(waiting.headers.get('retry-after')).toBe('1')
  await fixture.closeServer()
  await sql`insert into notes values (2, 'two')`
  const query = new URLSearchParams({
    ...NOTES,
    handle: first.headers.get('electric-handle') ?? '',
    offset: first.headers.get('electric-offset') ?? '',
  })
  const response = await until(
    () => fetch(`${other.url}?${query}`),
    ({ status }) => status !== 503,
  )
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject([{ value: { id: '2' } }, {}])
  await kill(other.child)
})

test('a server that lost its place to another takes it back with what the other wrote', async () => {
  const { sql, dir, url } = fixture
  const client = new OfficialClient({ url, params: NOTES })
  await untilIds(client, [1])
  const first = await fixture.get({ ...NOTES, offset: '-1' })
  const place = {
    ...NOTES,
    handle: first.headers.get('electric-handle') ?? '',
    offset: first.headers.get('electric-offset') ?? '',
  }
  await sql`insert into notes values (2, 'two')`
  await untilIds(client, [1, 2])
  const other = await startProcess(dir)
  const askOther = () => fetch(`${other.url}?${new URLSearchParams(place)}`)
  // Either may be the first to come back; the other has its turn when it is.
  await until(
    async () => {
      const isOurs = (await fixture.get(place)).ok
      if (isOurs)
        await sql`
        select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
        where database = current_database() and active_pid is not null`
      return (await askOther()).ok
    },
    (isTheirs) => isTheirs,
  )
  await sql`insert into notes values (3, 'three')`
  await until(
    async () => ((await (await askOther()).json()) as object[]).length,
    (count) => count === 3,
  )
  await untilConfirmed()
  await kill(other.child)
  await until(
    async () => {
      const response = await fixture.get(place)
      return response.ok ? 'ok' : `${response.status}: ${await response.text()}`
    },
    (answer) => answer === 'ok',
  )
  await sql`insert into notes values (4, 'four')`
  await sql`insert into notes values (5, 'five')`
  await untilIds(client, [1, 2, 3, 4, 5])
  expect(client.refetches).toBe(0)
  client.close()
  // And what is on disk is what was told.
  await fixture.reopen()
  const messages = (await (await fixture.get(place)).json()) as { value?: { id: string } }[]
  expect(messages.flatMap(({ value }) => value?.id ?? [])).toEqual(['2', '3', '4', '5'])
})

test('a server whose place was held by one that wrote nothing goes on with its shapes', async () => {
  const { sql, url } = fixture
  const client = new OfficialClient({ url, params: NOTES })
  await untilIds(client, [1])
  const other = await sql.reserve()
  const taking = other`select pg_advisory_lock(hashtext('shape_server'))`.execute()
  await until(
    async () =>
      sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    ({ length }) => length === 1,
  )
  await sql`select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`
  await taking
  await until(
    async () => (await fixture.get({ ...NOTES, offset: '-1' })).json(),
    ({ message }) => message === 'Sync runs in another process.',
  )
  await other`select pg_advisory_unlock(hashtext('shape_server'))`
  other.release()
  await sql`insert into notes values (2, 'two')`
  await untilIds(client, [1, 2])
  expect(client.refetches).toBe(0)
  client.close()
})

test('when the slot is lost, every shape is fetched anew', async () => {
  const { sql, url } = fixture
  const replica = new OfficialClient({ url, params: NOTES })
  await untilIds(replica, [1])
  await fixture.closeServer()
  // The server's end of the connection may outlive the other one.
  await soon(
    () => sql`
      select pg_drop_replication_slot(slot_name) from pg_replication_slots
      where database = current_database()`,
  )
  await sql`delete from notes`
  await sql`insert into notes values (2, 'two')`
  await fixture.reopen()
  await untilIds(replica, [2])
  expect(replica.refetches).toBe(1)
  replica.close()
})

test('the stream is taken up again when its connection is lost', async () => {
  const { sql, url } = fixture
  const replica = new OfficialClient({ url, params: NOTES })
  await untilIds(replica, [1])
  await sql`select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`
  await sql`insert into notes values (2, 'two')`
  await untilIds(replica, [1, 2])
  expect(replica.refetches).toBe(0)
  replica.close()
})

test('a connection that nothing comes through any more is given up for another', async () => {
  const { sql, databaseUrl, dir } = fixture
  await fixture.closeServer()
  const relay = await openTcpRelay(databaseUrl)
  const server = await openShapeServer({
    databaseUrl: relay.urlOf(databaseUrl),
    dir,
    log: pino({ level: 'silent' }),
    silenceMs: 3000,
  })
  const client = new OfficialClient({
    url: fixture.url,
    params: NOTES,
    fetchClient: (input, init) => server.fetch(new Request(input, init)),
  })
  await untilIds(client, [1])
  relay.fallSilent()
  await sql`insert into notes values (2, 'two')`
  await untilIds(client, [1, 2])
  expect(client.refetches).toBe(0)
  client.close()
  await server.close()
  await relay.close()
})

test('on a database where nothing happens the stream is kept up', async () => {
  const { sql, databaseUrl } = fixture
  await sql.unsafe(
    `alter database ${new URL(databaseUrl).pathname.slice(1)} set wal_sender_timeout = '4s'`,
  )
  await fixture.reopen()
  const reader = async () => {
    const [found] = await sql<{ is_kept: boolean }[]>`
      select now() > backend_start + interval '6s' as is_kept
      from pg_stat_replication join pg_replication_slots on active_pid = pid
      where database = current_database()`
    return found
  }
  // A connection whose server is not answered ends before that; so does one while this process stalls.
  await until(reader, (found) => found?.is_kept === true)
})

test('what a crash left half is removed, and a table that changed meanwhile fetched anew', async () => {
  const { sql, dir } = fixture
  const first = await fixture.get({ ...NOTES, offset: '-1' })
  const handle = first.headers.get('electric-handle') ?? ''
  await fixture.closeServer()
  await sql`alter table notes add column extra int`
  await fixture.reopen()
  expect(await readdir(dir)).not.toContain(handle)
  const response = await fixture.get({ ...NOTES, handle, offset: '0_0' })
  expect(response.status).toBe(409)
})

test('the server may forget what has been brought to disk', async () => {
  await fixture.get({ ...NOTES, offset: '-1' })
  await fixture.sql`insert into notes values (2, 'two')`
  await untilConfirmed()
})

test('the slot is confirmed where the folder ends and no byte past it, where a commit may begin', async () => {
  const { sql, dir } = fixture
  await fixture.get({ ...NOTES, offset: '-1' })
  await sql`insert into notes values (2, 'two')`
  await untilConfirmed()
  await until(
    async () => {
      const { flushed } = JSON.parse(await readFile(join(dir, 'progress.json'), 'utf8'))
      const [slot] = await sql<{ confirmed: string }[]>`
        select (confirmed_flush_lsn - '0/0')::text as confirmed
        from pg_replication_slots where database = current_database()`
      return Number(BigInt(slot?.confirmed ?? 0) - BigInt(flushed))
    },
    (bytes) => bytes === 0,
  )
})

/** Waits until everything that was written will not be sent again. */
async function untilConfirmed() {
  const { sql } = fixture
  const [written] = await sql<{ lsn: string }[]>`select pg_current_wal_flush_lsn()::text as lsn`
  await until(
    async () => {
      const [slot] = await sql<{ is_past: boolean }[]>`
        select confirmed_flush_lsn >= ${written?.lsn ?? ''}::pg_lsn as is_past
        from pg_replication_slots where database = current_database()`
      return slot?.is_past
    },
    (isPast) => isPast === true,
  )
}
