import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import { candidatesJson, pageJson } from '#api/services/directory/candidates.ts'
import type { Queryable } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { testDatabase } from '#tests/support/database.ts'
import { allDocuments, documentsOf } from './document-source.ts'
import { DOCUMENT_COLUMNS, type SearchDocument } from './engine.ts'
import { openSearch, type Search } from './open-search.ts'

const PEOPLE = 200

let database: Awaited<ReturnType<typeof testDatabase>>
let running: ReservedSql
let dataDir: string
let search: Search
let ordinals: number[]
beforeAll(async () => {
  database = await testDatabase()
  // The transaction has been running since before all people were added: the first poll returns all
  // of them again.
  running = await database.sql.reserve()
  await running`begin`
  await running`select pg_current_xact_id()`
  await seedDirectory(database.sql, { people: PEOPLE, seed: 7 })
  await database.sql`
    update candidates set first_name = ${'Zoë "Zo\\" 🩺'}, skills = ${['a, b', "it's"]}
    where ordinal = 20`
  await database.sql`
    update candidate_contacts set disputed_at = now() where kind = 'work_email'`
  dataDir = await mkdtemp(join(tmpdir(), 'clinidex-cards-'))
  search = openSearch({ sql: database.sql, dataDir, log: createLog('silent') })
  await search.ready
  const rows = await database.sql<{ ordinal: number }[]>`
    select ordinal from candidates order by md5(id::text)`
  ordinals = rows.map(({ ordinal }) => ordinal)
})
afterAll(async () => {
  await search.close()
  await running`rollback`
  running.release()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const asked = vi.fn()
/** A page, and whether the database was queried for it. */
async function page(of: number[]) {
  asked.mockClear()
  const readDirectory = <T>(query: (sql: Queryable) => Promise<T>) => {
    asked()
    return query(database.sql)
  }
  const people = await pageJson({ indexedPeople: search.people, readDirectory }, of)
  return { people: JSON.parse(String(people)) as unknown, isAsked: asked.mock.calls.length > 0 }
}
const rowsOf = async (of: number[]): Promise<unknown> =>
  JSON.parse(String(await candidatesJson(database.sql, of)))

/**
 * Waits until the index has polled the database again: in a slow process its last poll may be too
 * long ago.
 */
const fromIndex = async (of: number[]) =>
  expect.poll(() => page(of)).toEqual({ people: await rowsOf(of), isAsked: false })

it('a page from the index is what the database would answer, without asking it', async () => {
  expect(ordinals).toHaveLength(PEOPLE)
  for (let first = 0; first < PEOPLE; first += 25) {
    await fromIndex(ordinals.slice(first, first + 25))
  }
  await fromIndex([])
})

it('what is searched of a person is the same from a card as from the tables', async () => {
  const { sql } = database
  const byOrdinal = (a: SearchDocument, b: SearchDocument) => a.ordinal - b.ordinal
  const read = (await documentsOf(sql, ordinals)).sort(byOrdinal)
  const columns = [...DOCUMENT_COLUMNS, 'contacts'] as const
  const carded: object[] = []
  for await (const batch of allDocuments(sql)) {
    for (const one of batch) {
      const contacts = one.contacts.map(({ kind, verified_at }) => ({ kind, verified_at }))
      const searched = columns.map((column) => [column, one[column]])
      carded.push({ ...Object.fromEntries(searched), contacts })
    }
  }
  const known = (person: SearchDocument) =>
    person.contacts.toSorted((a, b) => a.kind.localeCompare(b.kind))
  expect(carded).toEqual(read.map((person) => ({ ...person, contacts: known(person) })))
  expect(carded).toHaveLength(PEOPLE)
})

it('people who changed, and new ones, are read from the database', async () => {
  const [changed = 0, verified = 0, other = 0] = ordinals
  await fromIndex([changed, verified, other])
  await database.sql`update candidates set city = 'Zephyrhills' where ordinal = ${changed}`
  await database.sql`
    update candidate_contacts set verified_at = now()
    where candidate_id = (select id from candidates where ordinal = ${verified})`
  const [added] = await database.sql<{ ordinal: number }[]>`
    insert into candidates (last_name, source) values ('Newcomer', 'test') returning ordinal`
  for (const ordinal of [changed, verified, added?.ordinal ?? 0]) {
    const some = [other, ordinal]
    await expect.poll(() => page(some)).toEqual({ people: await rowsOf(some), isAsked: true })
  }
  await fromIndex([other])
  await search.rebuild()
  await fromIndex([other, verified, changed, added?.ordinal ?? 0])
})

it('a removed person is on no page from the notice on, and is erased from the file', async () => {
  const [removed = 0, ...others] = ordinals.slice(50, 60)
  const [name] = await database.sql<{ json: string }[]>`
    select '"id":"' || id || '"' as json from candidates where ordinal = ${removed}`
  const inFile = async () => {
    const file = await readFile(join(dataDir, 'search', 'index.snapshot'))
    return file.includes(name?.json ?? '')
  }
  await fromIndex([removed, ...others])
  expect(await inFile()).toBe(true)
  const noticed = new Promise<void>((resolve) => {
    void database.sql.listen('candidates_removed', () => resolve())
  })
  await database.sql`delete from candidates where ordinal = ${removed}`
  await noticed
  // No card is used until the index knows who was removed.
  const without = await rowsOf(others)
  expect(await page([removed, ...others])).toEqual({ people: without, isAsked: true })
  await fromIndex(others)
  expect(await page([removed, ...others])).toEqual({ people: without, isAsked: true })
  expect(await inFile()).toBe(false)
})

it('the database answers while the index is known to differ from it, and until it is built anew', async () => {
  const some = ordinals.slice(120, 130)
  await search.close()
  // The change leaves no trace in the log of changes.
  await database.sql`alter table candidates disable trigger user`
  await database.sql`update candidates set changed_xid = '1', city = 'Nowhere' where ordinal = ${some[0] ?? 0}`
  await database.sql`alter table candidates enable trigger user`
  const builder = await database.sql.reserve()
  const path = join(dataDir, 'search', 'index.snapshot')
  await builder`select pg_advisory_lock(hashtextextended(${`search:${path}`}, 0))`
  search = openSearch({ sql: database.sql, dataDir, log: createLog('silent') })
  await search.ready
  // The first check compares the two.
  await expect.poll(async () => (await page(some)).isAsked).toBe(true)
  await sleep(1_500)
  expect(await page(some)).toEqual({ people: await rowsOf(some), isAsked: true })
  await builder`select pg_advisory_unlock_all()`
  builder.release()
  await fromIndex(some)
})

it('the database answers while the index has not looked at it for two seconds', async () => {
  const some = ordinals.slice(100, 110)
  await fromIndex(some)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 3_000)
  expect(await page(some)).toEqual({ people: await rowsOf(some), isAsked: true })
  clock.mockRestore()
})
