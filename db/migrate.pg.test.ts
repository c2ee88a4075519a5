import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { held } from '#tests/support/held.ts'
import { soon } from '#tests/support/soon.ts'
import { connectForRequests } from './client.ts'
import { publishToElectric } from './electric-publication.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { SENT_TABLES } from './schema/synced-tables.ts'

const LATER = '9999_later.sql'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const applied = async () => {
  const rows = await database.sql<{ name: string }[]>`
    select name from schema_migrations order by name`
  return rows.map(({ name }) => name)
}

it('leaves a newer database as it is, rights included, and names what it does not know', async () => {
  const { sql } = database
  await sql`insert into schema_migrations (name) values (${LATER})`
  // Tables and rights of a later version; this version would grant the rights on every table.
  await sql`create table later (id integer)`
  expect(await migrate(sql)).toEqual([LATER])
  const [right] =
    await sql`select has_table_privilege('clinidex_app', 'later', 'select') as is_given`
  expect(right?.is_given).toBe(false)
})

it('refuses a newer database that lacks one of its own migrations, and changes nothing', async () => {
  const { sql } = database
  const [first = ''] = await applied()
  await sql`delete from schema_migrations where name = ${first}`
  await sql`insert into schema_migrations (name) values (${LATER})`
  const before = await applied()
  await expect(migrate(sql)).rejects.toThrow(`it has run ${LATER}, and not ${first}`)
  expect(await applied()).toEqual(before)
})

it('gives the roles their rights where the database is of its own version', async () => {
  const { sql } = database
  await sql`create table mine (id integer)`
  expect(await migrate(sql)).toEqual([])
  const [right] =
    await sql`select has_table_privilege('clinidex_app', 'mine', 'select') as is_given`
  expect(right?.is_given).toBe(true)
})

it('publishes to Electric all that is sent, and again what Electric has taken out', async () => {
  const { sql } = database
  const published = async () => {
    const rows = await sql<{ name: string }[]>`
      select tablename as name from pg_publication_tables
      where pubname = 'electric_publication_default'`
    return rows.map(({ name }) => name).sort()
  }
  expect(await published()).toEqual([...SENT_TABLES].sort())
  await sql`alter publication electric_publication_default drop table lists, activities`
  await migrate(sql)
  expect(await published()).toEqual([...SENT_TABLES].sort())
})

it('says what to do where Electric made its publication first, as another role', async () => {
  const { sql } = database
  const publication = 'electric_publication_default'
  await sql`alter publication ${sql(publication)} drop table lists`
  const [made] = await sql<{ by: string }[]>`
    select pg_get_userbyid(pubowner) as by from pg_publication where pubname = ${publication}`
  const publishing = sql.begin(async (tx) => {
    await tx`set local role clinidex_app`
    await publishToElectric(tx)
  })
  await expect(publishing).rejects.toThrow(
    `Electric connected as ${made?.by} before the app ran, so that its publication belongs to that role. As a superuser run: alter publication ${publication} owner to clinidex_app`,
  )
})

it('holds up no request while a table that it changes is read for long, as by a backup, and says so', async () => {
  const { sql } = database
  const name = '0066_wide_counters.sql'
  await sql`delete from schema_migrations where name = ${name}`
  // Its statement times out rather than hang if it waits behind the migration.
  const request = connectForRequests(database.url, { max: 1 })
  onTestFinished(() => request.end())
  let migrating: Promise<string[]> | undefined
  const said: string[] = []
  await sql.begin(async (backup) => {
    const [own] = await backup<{ pid: number }[]>`
      select pg_backend_pid() as pid, count(*) from users`
    await backup`set local application_name = 'pg_dump'`
    migrating = migrate(sql, { onWait: (text) => said.push(text) })
    await held(sql, migrating, 1)
    await request`select from users`
    expect(await applied()).not.toContain(name)
    await soon(() => expect(said).toContain(`A migration waits for pg_dump (${own?.pid}).`))
  })
  expect(await migrating).toEqual([])
  expect(await applied()).toContain(name)
})

it('opens a newer database, and says so', async () => {
  await database.sql`insert into schema_migrations (name) values (${LATER})`
  const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-newer-'))
  const said: string[] = []
  const opened = await openDatabase({
    databaseUrl: database.url,
    dataDir,
    onServerEvent: (text) => said.push(text),
  })
  await opened.close()
  await rm(dataDir, { recursive: true })
  expect(said).toEqual([`The database is newer than this version: it has run ${LATER}.`])
})
