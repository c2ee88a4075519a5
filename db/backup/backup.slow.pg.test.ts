import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyAudit } from '#db/audit-chain.ts'
import { connect, type Sql } from '#db/client.ts'
import { seedAccounts } from '#db/generate/seed-accounts.ts'
import { seedCrowd } from '#db/generate/seed-crowd.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { seedIntake } from '#db/generate/seed-intake.ts'
import { seedOperations } from '#db/generate/seed-operations.ts'
import { seedTeam } from '#db/generate/seed-team.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { MANIFEST, readBackup } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

const KEYS = { SUPPRESSION_KEY: 'one' }

let source: TestDatabase
let target: TestDatabase
let folder: string
const opened: Sql[] = []
beforeEach(async () => {
  source = await testDatabase({
    name: 'backup_place',
    async fill(sql) {
      await seedDirectory(sql, { people: 300, seed: 7 })
      await seedIntake(sql)
      await seedCrowd(sql)
      await seedAccounts(sql, { passwordHash: 'none' })
      await seedOperations(sql)
      await seedTeam(sql)
    },
  })
  target = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'clinidex-backup-'))
})
afterEach(async () => {
  for (const sql of opened.splice(0)) await sql.end({ timeout: 5 })
  await source.close()
  await target.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const backUp = (name = 'backup') =>
  writeBackup(source.sql, { folder: at(name), assets: at('assets'), keys: KEYS })
const restore = async ({
  into = target.url,
  isReplacing = false,
  finish = async (_sql: Sql) => undefined as unknown,
} = {}) =>
  restoreBackup({
    backup: await readBackup(at('backup'), KEYS),
    url: into,
    isReplacing,
    finish: async (sql) => void (await finish(sql)),
  })

/** A separate connection to the restored database, closed with the test. */
function restored(): Sql {
  const sql = connect(target.url, { max: 1 })
  opened.push(sql)
  return sql
}

/** Everything in a database that can be backed up, as text. */
async function contents(sql: Sql) {
  const rows: Record<string, string[]> = {}
  for (const { name, columns } of await backupTables(sql)) {
    const found = await sql<{ row: string }[]>`
      select row(${sql(columns)})::text as row from ${sql(name)} order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

/** Keys, indexes, triggers and sequences. */
async function structure(sql: Sql) {
  return sql`
    select 'key ' || conrelid::regclass as what, conname as name,
      pg_get_constraintdef(oid) || convalidated::text as is
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'trigger ' || tgrelid::regclass, tgname, pg_get_triggerdef(oid) || tgenabled::text
    from pg_trigger where not tgisinternal
    union all
    select 'sequence', sequencename, last_value::text from pg_sequences
    where last_value is not null
    order by 1, 2`
}

it('restores every row of every table, with keys, indexes, triggers and the next numbers', async () => {
  await backUp()
  const before = await contents(source.sql)
  expect(Object.keys(before).length).toBeGreaterThan(40)
  const filled = Object.values(before).filter((rows) => rows.length > 0)
  expect(filled.length).toBeGreaterThan(20)
  await restore()
  const sql = restored()
  expect(await contents(sql)).toEqual(before)
  const [next] = await source.sql`select nextval('candidates_ordinal_seq') as ordinal`
  const [nextRestored] = await sql`select nextval('candidates_ordinal_seq') as ordinal`
  expect(nextRestored).toEqual(next)
  const noNumbers = (rows: readonly object[]) =>
    rows.filter((row) => (row as { what: string }).what !== 'sequence')
  expect(noNumbers(await structure(sql))).toEqual(noNumbers(await structure(source.sql)))
  expect(await verifyAudit(sql)).toEqual(await verifyAudit(source.sql))
})

it('has every table of the catalogue but those that are made otherwise', async () => {
  const { tables } = await backUp()
  const all = await source.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`
  const left = all.map(({ name }) => name).filter((name) => !tables.some((t) => t.name === name))
  expect(left.sort()).toEqual(['rate_limits', 'schema_migrations'])
})

it('is of one moment while others write', async () => {
  const { sql } = source
  let isOver = false
  let writes = 0
  // A person and their contact come in one transaction: a backup has both or neither.
  const writing = (async () => {
    while (!isOver) {
      await sql.begin(async (tx) => {
        const [person] = await tx<{ id: string }[]>`
          insert into candidates (first_name, source) values ('Late', 'csv') returning id`
        await tx`
          insert into candidate_contacts (candidate_id, kind, value, source)
          values (${person?.id ?? ''}, 'work_email', 'late@example.com', 'csv')`
      })
      writes += 1
    }
  })()
  await expect.poll(() => writes).toBeGreaterThan(3)
  const { tables } = await backUp()
  const before = writes
  await expect.poll(() => writes).toBeGreaterThan(before)
  isOver = true
  await writing
  await restore()
  const [late] = await restored()`
    select (select count(*) from candidates where first_name = 'Late')::integer as people,
      (select count(*) from candidate_contacts where value = 'late@example.com')::integer as contacts`
  expect(late?.people).toBeGreaterThan(3)
  expect(late?.contacts).toBe(late?.people)
  expect(late?.people).toBeLessThan(writes)
  expect(tables.find(({ name }) => name === 'candidates')?.rows).toBeGreaterThan(300)
})

it('keeps images, for its owner alone', async () => {
  await mkdir(at('assets/logo'), { recursive: true })
  await writeFile(at('assets/logo/a.png'), 'image')
  const { assets } = await backUp()
  expect(assets.map(({ path }) => path)).toEqual(['assets/logo/a.png'])
  expect(await readFile(at('backup/assets/logo/a.png'), 'utf8')).toBe('image')
  for (const entry of await readdir(at('backup'), { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o077]).toEqual([entry.name, 0])
  }
})

it.each<[string, RegExp, () => Promise<unknown>]>([
  ['without a manifest', /has no manifest/, () => rm(at(`backup/${MANIFEST}`))],
  ['with a damaged manifest', /is damaged/, () => writeFile(at(`backup/${MANIFEST}`), '{')],
  ['with a missing file', /users.gz is missing/, () => rm(at('backup/tables/users.gz'))],
  [
    'with a changed file',
    /users.gz was changed/,
    () => appendFile(at('backup/tables/users.gz'), '.'),
  ],
  ['of an unknown format', /has format 9/, () => editManifest({ format: 9 })],
  [
    'of another key',
    /of another SUPPRESSION_KEY/,
    () => editManifest({ keys: { SUPPRESSION_KEY: 'two' } }),
  ],
  [
    'of a newer version',
    /newer version: it has run 9999_x/,
    () => editManifest({ migrations: ['9999_x.sql'] }),
  ],
])('refuses a backup %s', async (_which, words, spoil) => {
  await backUp()
  await spoil()
  await expect(restore()).rejects.toThrow(words)
})

async function editManifest(change: object) {
  const path = at(`backup/${MANIFEST}`)
  const found = JSON.parse(await readFile(path, 'utf8')) as object
  await writeFile(path, JSON.stringify({ ...found, ...change }))
}

it('refuses a database with rows, says what would be lost, and takes its place when told to', async () => {
  await backUp()
  const other = connect(target.url, { max: 1 })
  await other`insert into specialty_names (code, specialty) values ('x', 'y')`
  await other.end()
  await expect(restore()).rejects.toThrow(/not empty.*\n.*1 rows of specialty_names/)
  await restore({ isReplacing: true })
  expect(await contents(restored())).toEqual(await contents(source.sql))
})

it('refuses a database whose name leaves no room for the names beside it', async () => {
  await backUp()
  const into = new URL(`/${'d'.repeat(54)}`, target.url).href
  await expect(restore({ into })).rejects.toThrow('The name of the database is too long')
})

it('refuses a database in use', async () => {
  await backUp()
  await target.sql`select 1`
  await expect(restore()).rejects.toThrow(
    'The database is in use: stop the app and Electric first. These are connected:\n  1 of clinidex (client backend)',
  )
})

it('refuses a database in use by a role whose sessions its owner may not look into', async () => {
  await backUp()
  const role = `${new URL(target.url).pathname.slice(1)}_owner`
  const { sql } = source
  await sql.unsafe(`create role ${role} login createdb password 'x'`)
  try {
    const owner = new URL(target.url)
    Object.assign(owner, { username: role, password: 'x' })
    await target.sql`select 1`
    await expect(restore({ into: owner.href, isReplacing: true })).rejects.toThrow(
      'These are connected:\n  1 of clinidex',
    )
  } finally {
    await sql.unsafe(`drop role ${role}`)
  }
})

it('a restore that failed half-way changes nothing, and can be run again', async () => {
  await backUp()
  const failing = restore({ finish: () => Promise.reject(new Error('killed')) })
  await expect(failing).rejects.toThrow('killed')
  const sql = connect(target.url, { max: 1 })
  expect((await sql`select from candidates`).length).toBe(0)
  await sql.end()
  await restore()
  expect((await restored()`select from candidates`).length).toBeGreaterThan(0)
})

it('one restore of a database runs at a time, beside those of others', async () => {
  await backUp()
  const other = await testDatabase()
  try {
    const finish = async () => {
      await expect(restore()).rejects.toThrow('Another restore of this database runs.')
      await restore({ into: other.url })
    }
    await restore({ finish })
  } finally {
    await other.close()
  }
  expect((await restored()`select from candidates`).length).toBeGreaterThan(0)
})

it('a backup that failed half-way leaves nothing, and does not hinder the next', async () => {
  const failing = writeBackup(source.sql, {
    ...{ folder: at('backup'), assets: undefined, keys: KEYS },
    onTable: (name) => {
      if (name === 'lists') throw new Error('killed')
    },
  })
  await expect(failing).rejects.toThrow('killed')
  expect(await readdir(folder)).toEqual([])
  await backUp()
  await restore()
})
