import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import { CARD_FORM } from '#api/services/directory/candidates.ts'
import { databaseIdentity, oldestRunning } from '#api/services/search/document-source.ts'
import { buildSegment } from '#api/services/search/embedded/segment-builder.ts'
import { writeSnapshot } from '#api/services/search/embedded/snapshot.ts'
import { TOKEN_VERSION } from '#api/services/search/embedded/tokens.ts'
import { openSearch, type Search } from '#api/services/search/open-search.ts'
import { AppError } from '#sync/contract/errors.ts'
import { testDatabase } from '#tests/support/database.ts'
import { soon } from '#tests/support/soon.ts'

describe('the search service', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let dataDir: string
  let search: Search | undefined

  const open = (onProgress?: (done: number, total: number) => void) => {
    search = openSearch({
      sql: database.sql,
      dataDir,
      log: pino({ level: 'silent' }),
      ...(onProgress ? { onProgress } : {}),
    })
    return search
  }
  const reopen = async () => {
    await search?.close()
    const again = open()
    await again.ready
    return again
  }
  const count = async (title: string) => {
    const filters = searchFilters.parse({ title: [title] })
    return (await search?.engine().selectIds({ filters, text: [] }, 1))?.count
  }
  const add = (title: string, people = 1) => database.sql`
    insert into candidates (title, source)
    select ${title}, 'test' from generate_series(1, ${people}::integer)`

  beforeEach(async () => {
    database = await testDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'open-search-'))
    await add('Surgeon', 30)
  })
  afterEach(async () => {
    await search?.close()
    search = undefined
    await database.close()
    await rm(dataDir, { recursive: true })
  })

  it('says that it is not ready, builds an index and answers', async () => {
    const progress = vi.fn()
    const opened = open(progress)
    expect(() => opened.engine()).toThrow(AppError)
    await opened.ready
    expect(await count('surgeon')).toBe(30)
    expect(progress).toHaveBeenLastCalledWith(30, 30)
  })

  it('takes in what is added, changed and deleted within 2 seconds', async () => {
    await open().ready
    await add('Midwife', 3)
    await expect.poll(() => count('midwife')).toBe(3)
    await database.sql`update candidates set title = 'Doula' where title = 'Midwife'`
    await expect.poll(() => count('doula')).toBe(3)
    expect(await count('midwife')).toBe(0)
    await database.sql`delete from candidates where title = 'Doula'`
    await expect.poll(() => count('doula')).toBe(0)
  })

  it('SEARCH-40 takes in contacts that are added, verified and removed within 2 seconds', async () => {
    await open().ready
    const having = async (given: { hasContact?: ['mobile']; verifiedWithin?: ['30'] }) => {
      const filters = searchFilters.parse(given)
      return (await search?.engine().selectIds({ filters, text: [] }, 1))?.count
    }
    await database.sql`
      insert into candidate_contacts (candidate_id, kind, value, source)
      select id, 'phone', '806-555-0103', 'test' from candidates where ordinal <= 20`
    await expect.poll(() => having({ hasContact: ['mobile'] })).toBe(20)
    expect(await having({ verifiedWithin: ['30'] })).toBe(0)
    await database.sql`
      update candidate_contacts k set verified_at = now() from candidates c
      where c.id = k.candidate_id and c.ordinal <= 5`
    await expect.poll(() => having({ verifiedWithin: ['30'] })).toBe(5)
    await database.sql`delete from candidate_contacts`
    await expect.poll(() => having({ hasContact: ['mobile'] })).toBe(0)
  })

  it('marks a person once in a transaction, however many contacts it writes', async () => {
    const [stamps] = await database.sql.begin(async (tx) => {
      await tx`insert into candidates (title, source) values ('Newcomer', 'test')`
      const before = await tx`select xmin, ctid from candidates where title = 'Newcomer'`
      await tx`
        insert into candidate_contacts (candidate_id, kind, value, source)
        select id, 'phone', '806-555-0103', 'test' from candidates where title = 'Newcomer'`
      const after = await tx`select xmin, ctid from candidates where title = 'Newcomer'`
      return [{ before, after }]
    })
    expect(stamps?.after).toEqual(stamps?.before)
  })

  it('does not miss a transaction that commits after a later one', async () => {
    await open().ready
    const early = await database.sql.reserve()
    await early`begin`
    await early`insert into candidates (title, source) values ('Early', 'test')`
    await add('Later')
    await expect.poll(() => count('later')).toBe(1)
    await early`commit`
    early.release()
    await expect.poll(() => count('early')).toBe(1)
  })

  it('starts from its snapshot and catches up with what happened meanwhile', async () => {
    await open().ready
    await search?.close()
    await add('Midwife')
    await database.sql`delete from candidates where ordinal = 1`
    const progress = vi.fn()
    await open(progress).ready
    expect(await count('midwife')).toBe(1)
    expect(await count('surgeon')).toBe(29)
    expect(progress).not.toHaveBeenCalled()
  })

  it('builds anew over a damaged snapshot', async () => {
    await open().ready
    await search?.close()
    await truncate(join(dataDir, 'search', 'index.snapshot'), 500)
    await reopen()
    expect(await count('surgeon')).toBe(30)
  })

  it.each([
    ['here', 30],
    ['in a process beside', 1001],
  ])(
    'builds anew, %s, over a snapshot of another token version, which stands until then',
    async (_, people) => {
      await add('Surgeon', people - 30)
      await open().ready
      await search?.close()
      const path = join(dataDir, 'search', 'index.snapshot')
      const head = {
        tokens: TOKEN_VERSION - 1,
        database: await databaseIdentity(database.sql),
        cursor: await oldestRunning(database.sql),
        cards: CARD_FORM,
        builtAt: new Date().toISOString(),
      }
      // Without people, so that any match comes from a newer one.
      const nobody = async function* () {}
      await writeSnapshot(path, async () => ({ head, data: await buildSegment(nobody()) }))
      const old = await readFile(path)
      const seen: boolean[] = []
      // Messages of the builder's process may arrive after the new one has replaced the old one.
      await open(() => seen.push(existsSync(path))).ready
      expect(seen.length).toBeGreaterThan(0)
      expect(seen).not.toContain(false)
      expect((await readFile(path)).equals(old)).toBe(false)
      expect(await count('surgeon')).toBe(people)
    },
  )

  it('a build that is told to end leaves nobody on the disk', async () => {
    await add('Surgeon', 40_000)
    const files = () => readdir(join(dataDir, 'search'))
    const begun = new Promise<void>((resolve) => {
      const opened = open(() => resolve())
      opened.ready.catch(() => 'It is told to end.')
    })
    await begun
    expect(await files()).toEqual(['index.snapshot.tmp'])
    await search?.close()
    await expect.poll(files).toEqual([])
  })

  it('notices a difference from the database and builds anew without a pause', async () => {
    await open().ready
    // A change without a trace in the log of changes.
    await database.sql`alter table candidates disable trigger user`
    await database.sql`delete from candidates where ordinal <= 10`
    await database.sql`alter table candidates enable trigger user`
    await reopen()
    expect(await count('surgeon')).toBe(30)
    await expect.poll(() => count('surgeon')).toBe(20)
  })

  it('goes on after the database was away', async () => {
    await open().ready
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    // The pool learns of the end of its connections as it uses them.
    await soon(() => add('Midwife'))
    await expect.poll(() => count('midwife')).toBe(1)
  })
})
