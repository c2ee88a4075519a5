import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import type { SearchEngine } from '#api/services/search/engine.ts'
import type { Search } from '#api/services/search/open-search.ts'
import { AppError } from '#sync/contract/errors.ts'
import { testDatabase } from '#tests/support/database.ts'
import { TypesenseDouble } from '#tests/support/typesense-double/server.ts'
import { AdvisoryLock, WRITER_LOCK } from './advisory-lock.ts'
import { connectTypesense, TIMEOUT_MS } from './client.ts'
import { ALIAS, liveCollection, readState } from './collections.ts'
import { openTypesense } from './open-typesense.ts'
import { reindex } from './reindex.ts'

const PEOPLE = 1200
const INTERVAL_MS = 40
/** The fallback's answer: an ordinal that no person has. */
const STAND_IN = -1

let database: Awaited<ReturnType<typeof testDatabase>>
let double: TypesenseDouble
let opened: Search[]
let lines: { msg: string; time: number; reason?: string }[]

beforeEach(async () => {
  database = await testDatabase()
  double = await TypesenseDouble.start()
  opened = []
  lines = []
  await database.sql`
    insert into candidates (first_name, last_name, title, source)
    select 'Person', 'Number' || n, 'Nurse', 'test' from generate_series(1, ${PEOPLE}) n`
})
afterEach(async () => {
  for (const search of opened) await search.close()
  await double.close()
  await database.close()
})

const answer = async () => ({ ordinals: [STAND_IN], count: 0 })
const standIn: SearchEngine = {
  search: answer,
  selectIds: answer,
  specialtyCounts: async () => [],
  upsert: async () => undefined,
  remove: async () => undefined,
  close: async () => undefined,
}

const STANDING_IN: Search = {
  engine: () => standIn,
  dictionary: () => undefined,
  vocabulary: () => undefined,
  people: () => undefined,
  index: () => undefined,
  ready: Promise.resolve(),
  rebuild: async () => undefined,
  close: async () => undefined,
}
/** The embedded engine during its first build. */
const BEING_BUILT: Search = {
  ...STANDING_IN,
  engine: () => {
    throw new AppError('search_unavailable', 'The search index is being prepared.')
  },
  ready: new Promise(() => undefined),
}

interface Given {
  intervalMs?: number
  retryMs?: number
  fallback?: Search
}

const metrics = createMetrics()

function open(given: Given = { intervalMs: INTERVAL_MS }): Search {
  const { intervalMs, retryMs, fallback = STANDING_IN } = given
  const search = openTypesense({
    sql: database.sql,
    url: double.url,
    apiKey: double.apiKey,
    metrics,
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
    fallback,
    ...(intervalMs === undefined ? {} : { intervalMs }),
    ...(retryMs === undefined ? {} : { retryMs }),
  })
  opened.push(search)
  return search
}

const count = async (search: Search, title: string) => {
  const filters = searchFilters.parse({ title: [title] })
  const { ordinals, count: total } = await search.engine().selectIds({ filters, text: [] }, 1)
  return ordinals[0] === STAND_IN ? 'stand-in' : total
}
/** Waits until a count is as expected. */
const expectSoon = (search: Search, title: string, expected: number) =>
  expect.poll(() => count(search, title)).toBe(expected)
/** Waits for this many more requests to Typesense. */
const asked = (times: number) => {
  const before = double.requests
  return expect.poll(() => double.requests).toBeGreaterThanOrEqual(before + times)
}
const client = () => connectTypesense({ url: double.url, apiKey: double.apiKey })

/**
 * Waits until the index's cursor covers all people: it stays behind the oldest running transaction of
 * the whole server, and those of other tests are among them.
 */
async function untilAllNoted(): Promise<void> {
  await expect
    .poll(async () => {
      const collection = await liveCollection(client())
      const state = collection ? await readState(client(), collection) : undefined
      const [row] = await database.sql`
        select count(*)::int as people from candidates
        where changed_xid < ${state?.cursor ?? '0'}::xid8`
      return row?.people
    })
    .toBe(PEOPLE)
}
const generations = () => [...double.collections.keys()].filter((name) => /_\d+$/.test(name))

it('fills an index at the first start, the stand-in answering meanwhile', async () => {
  double.faults = { loadedShare: 0.5 }
  const search = open()
  await search.ready
  expect(await count(search, 'nurse')).toBe('stand-in')
  double.faults = {}
  await expectSoon(search, 'nurse', PEOPLE)
})

it('is not ready, and says why, until a node answers', async () => {
  double.faults = { refusedIds: ['5'] }
  const search = open({ intervalMs: INTERVAL_MS, fallback: BEING_BUILT })
  const isReady = vi.fn()
  void search.ready.then(isReady)
  const refusal = expect.objectContaining({
    code: 'search_unavailable',
    message: 'Typesense: it holds no index yet. The search index is being prepared.',
  })
  await asked(10)
  expect(() => search.engine()).toThrow(refusal)
  expect(isReady).not.toHaveBeenCalled()
  double.faults = {}
  await search.ready
  expect(await count(search, 'nurse')).toBe(PEOPLE)
  double.faults = { isDown: true }
  const filters = searchFilters.parse({})
  await expect(search.engine().selectIds({ filters, text: [] }, 1)).rejects.toMatchObject({
    message: 'Typesense: it does not answer. The search index is being prepared.',
  })
  expect(() => search.engine()).toThrow(AppError)
})

it('takes a new index into use at once', async () => {
  const search = open({ intervalMs: INTERVAL_MS, retryMs: 600_000 })
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('The new Typesense index answers')
  await expectSoon(search, 'nurse', PEOPLE)
})

it('takes an index into use at once that was filled by hand', async () => {
  const search = open({ intervalMs: 60_000 })
  await search.ready
  expect(await count(search, 'nurse')).toBe('stand-in')
  await search.rebuild()
  expect(await count(search, 'nurse')).toBe(PEOPLE)
})

it('answers one slow search aside, and everybody else as before', async () => {
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  double.faults = { slowText: 'surgeon' }
  const slow = count(search, 'surgeon')
  expect(await count(search, 'nurse')).toBe(PEOPLE)
  expect(await slow).toBe('stand-in')
  expect(await count(search, 'nurse')).toBe(PEOPLE)
  const said = lines.filter(({ msg }) => msg === 'Searches are answered by the embedded engine')
  // The line is of the start, before there was an index.
  expect(said).toHaveLength(1)
})

it('answers what is too long for a filter aside', async () => {
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  const words = Array.from({ length: 30 }, (_, i) => `word${i}`)
  const title = [words.slice(0, 28).join(' '), words.slice(2).join(' ')]
  const filters = searchFilters.parse({ title })
  expect((await search.engine().selectIds({ filters, text: [] }, 1)).ordinals).toEqual([STAND_IN])
  expect(await count(search, 'nurse')).toBe(PEOPLE)
})

it('fills its own index beside that of another release, and drops that when nobody writes it', async () => {
  const { sql } = database
  const name = 'candidates_v1_1700000000000'
  for (const collection of [name, 'candidates_v1_state']) {
    await client()
      .collections()
      .create({ name: collection, fields: [{ name: 'a', type: 'int32' }] })
  }
  await client().aliases().upsert('candidates_v1', { collection_name: name })
  const theirs = new AdvisoryLock(sql, WRITER_LOCK, 'candidates_v1')
  expect(await theirs.hold()).toBe(true)
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  await asked(40)
  expect(double.aliases.get('candidates_v1')).toBe(name)
  expect([...double.collections.keys()]).toContain(name)
  await theirs.release()
  await expect
    .poll(() => [...double.collections.keys()].filter((key) => key.includes('_v1_')), {})
    .toEqual([])
  expect(double.aliases.has('candidates_v1')).toBe(false)
  expect(await count(search, 'nurse')).toBe(PEOPLE)
})

it('shows new, changed and deleted people by itself, looking as often as it does by default', async () => {
  const { sql } = database
  const search = open({})
  await expectSoon(search, 'nurse', PEOPLE)
  await sql`insert into candidates (last_name, title, source) values ('Late', 'Surgeon', 'test')`
  await expectSoon(search, 'surgeon', 1)
  await sql`update candidates set title = 'Dentist' where last_name = 'Number7'`
  await expectSoon(search, 'dentist', 1)
  await sql`delete from candidates where title = 'Dentist'`
  await expectSoon(search, 'dentist', 0)
  expect(await count(search, 'nurse')).toBe(PEOPLE - 1)
})

it('answers from the stand-in while Typesense is away, then catches up on what was missed', async () => {
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  double.faults = { isDown: true }
  expect(await count(search, 'nurse')).toBe('stand-in')
  await database.sql`update candidates set title = 'Dentist' where last_name = 'Number7'`
  await database.sql`delete from candidates where last_name = 'Number8'`
  await asked(4)
  double.faults = {}
  await expectSoon(search, 'dentist', 1)
  await expectSoon(search, 'nurse', PEOPLE - 2)
  const said = lines.filter(({ msg }) => msg.startsWith('Searches are answered by'))
  expect(said.map(({ msg }) => msg.split(' ').at(-1))).toEqual([
    'engine',
    'Typesense',
    'engine',
    'Typesense',
  ])
})

it('does not ask a Typesense that is healthy but has not loaded everybody', async () => {
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  await untilAllNoted()
  double.faults = { loadedShare: 0.5 }
  expect(await count(search, 'nurse')).toBe('stand-in')
  await asked(4)
  expect(await count(search, 'nurse')).toBe('stand-in')
  double.faults = {}
  await expectSoon(search, 'nurse', PEOPLE)
})

it('puts a new index in place of the old while it answers, changes meanwhile included', async () => {
  const { sql } = database
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  const old = await liveCollection(client())
  let change: Promise<unknown> | undefined
  await reindex({
    sql,
    client: client(),
    onProgress: () => {
      // The change follows the snapshot from which the new index is filled.
      change ??= sql`update candidates set title = 'Dentist' where last_name = 'Number7'`.execute()
    },
  })
  await change
  expect(await liveCollection(client())).not.toBe(old)
  expect(generations()).toEqual([await liveCollection(client())])
  await expectSoon(search, 'dentist', 1)
  expect(await count(search, 'nurse')).toBe(PEOPLE - 1)
  await sql`update candidates set title = 'Surgeon' where last_name = 'Number9'`
  await expectSoon(search, 'surgeon', 1)
})

it('leaves the old index answering when a reindex breaks, and drops the remains in the next', async () => {
  const { sql } = database
  await reindex({ sql, client: client() })
  const live = await liveCollection(client())
  double.faults = { refusedIds: ['5'] }
  await expect(reindex({ sql, client: client() })).rejects.toThrow('1 documents not taken in')
  const stopped = AbortSignal.abort()
  await expect(reindex({ sql, client: client(), signal: stopped })).rejects.toThrow()
  expect(await liveCollection(client())).toBe(live)
  expect(generations()).toHaveLength(2)
  double.faults = {}
  await reindex({ sql, client: client() })
  expect(generations()).toHaveLength(1)
  expect(generations()).not.toContain(live)
})

it('waits for an old index that takes long to drop', async () => {
  const { sql } = database
  await reindex({ sql, client: client() })
  double.faults = { dropMs: 3500 }
  expect(await reindex({ sql, client: client() })).toBe(PEOPLE)
  expect(generations()).toEqual([await liveCollection(client())])
})

it('refuses a reindex beside another', async () => {
  const { sql } = database
  await reindex({ sql, client: client() })
  double.faults = { dropMs: 3500 }
  const first = reindex({ sql, client: client() })
  // It holds the lock from the creation of its own index until the old one is dropped.
  await expect.poll(() => generations().length).toBe(2)
  const second = reindex({ sql, client: client() })
  await expect(second).rejects.toThrow('Another reindex is running.')
  await first
  expect(generations()).toHaveLength(1)
})

it('lets one process of several write', async () => {
  const [first, second] = [open(), open()]
  await expectSoon(first, 'nurse', PEOPLE)
  await expectSoon(second, 'nurse', PEOPLE)
  expect(lines.filter(({ msg }) => msg === 'Filling a new Typesense index')).toHaveLength(1)
  await first.close()
  opened.shift()
  await database.sql`update candidates set title = 'Dentist' where last_name = 'Number7'`
  await expectSoon(second, 'dentist', 1)
})

it('goes on writing after the database has cut every connection', async () => {
  const { sql } = database
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const change = () => sql`update candidates set title = 'Dentist' where last_name = 'Number7'`
  // The pool notices an ended connection only by using it.
  await change().catch(() => change())
  await expectSoon(search, 'dentist', 1)
})

it('does not wait for a Typesense that hangs, in a search or at the end', async () => {
  const search = open()
  await expectSoon(search, 'nurse', PEOPLE)
  double.faults = { delayMs: 60_000 }
  const timed = async () => {
    const startedAt = performance.now()
    expect(await count(search, 'nurse')).toBe('stand-in')
    return performance.now() - startedAt
  }
  // Three timeouts in a row mean a hanging server: no further search waits for it.
  await Promise.all([timed(), timed(), timed()])
  expect(await timed()).toBeLessThan(TIMEOUT_MS)
  await search.close()
  opened.pop()
})

it('fills a new index when the one there came from another database', async () => {
  const other = await testDatabase()
  await reindex({ sql: other.sql, client: client() })
  await other.close()
  const search = open()
  await search.ready
  await expect
    .poll(() => lines.map(({ reason }) => reason))
    .toContain('it was filled from another database')
  await expectSoon(search, 'nurse', PEOPLE)
})

it('goes to the next node of a cluster when one is away, and tells no secret when all are', async () => {
  await reindex({ sql: database.sql, client: client() })
  const away = 'http://127.0.0.1:9'
  const cluster = connectTypesense({ url: `${away}, ${double.url}/`, apiKey: double.apiKey })
  for (let i = 0; i < 3; i++) expect(await liveCollection(cluster)).toMatch(ALIAS)
  const gone = connectTypesense({ url: away, apiKey: 'a-secret' })
  const error = await liveCollection(gone).catch((reason: unknown) => reason)
  expect(String(error)).toContain('Typesense:')
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('a-secret')
})
