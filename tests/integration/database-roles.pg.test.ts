import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { roleUrl } from '#db/roles.ts'
import { SENT_TABLES } from '#db/schema/synced-tables.ts'
import { testDatabase } from '#tests/support/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let app: Sql
let sync: Sql
beforeAll(async () => {
  database = await testDatabase()
  app = connect(roleUrl(database.url, 'clinidex_app'), { max: 1 })
  sync = connect(roleUrl(database.url, 'clinidex_sync'), { max: 1 })
})
afterAll(async () => {
  await app.end()
  await sync.end()
  await database.close()
})

describe('the role that answers requests', () => {
  it('writes the audit log and reads it', async () => {
    await app`insert into audit_log (action) values ('sign_in')`
    expect(await app`select action from audit_log`).toEqual([{ action: 'sign_in' }])
  })

  it.each([
    `update audit_log set action = 'nothing'`,
    'delete from audit_log',
    'truncate audit_log',
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_append_only on audit_log',
    'drop table audit_log',
    'set role clinidex',
    'set session_replication_role = replica',
    `delete from schema_migrations`,
    'create table mine (id integer)',
    'truncate candidates',
    `copy candidates to program 'cat'`,
  ])('may not: %s', async (statement) => {
    await expect(app.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('has no more rights than these, so that its name can be given to nobody else', async () => {
    const [role] = await database.sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
      from pg_roles where rolname = 'clinidex_app'`
    expect(Object.values(role ?? {})).toEqual([false, false, false, false, false])
  })
})

describe('the role that sends rows to devices', () => {
  it('follows the changes of what is sent, old rows whole, and of nothing else', async () => {
    const followed = await sync<{ tablename: string; relreplident: string }[]>`
      select tablename, relreplident from pg_publication_tables
      join pg_class on oid = tablename::regclass where pubname = 'shape_server'`
    expect(followed.map(({ tablename }) => tablename).sort()).toEqual([...SENT_TABLES].sort())
    expect(followed.every(({ relreplident }) => relreplident === 'f')).toBe(true)
  })

  it('reads what is sent', async () => {
    for (const table of SENT_TABLES) expect(await sync`select * from ${sync(table)}`).toEqual([])
  })

  it('reads no other table and no view, contacts least of all, and writes none', async () => {
    const tables = await database.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')`
    const readable: string[] = []
    for (const { name } of tables) {
      const isRefused = await sync`select 1 from ${sync(name)} limit 1`.then(
        () => false,
        ({ code }) => code === '42501',
      )
      if (!isRefused) readable.push(name)
      const write = sync`delete from ${sync(name)}`
      await expect(write, name).rejects.toMatchObject({ code: '42501' })
    }
    expect(tables.map(({ name }) => name)).toContain('candidate_contacts')
    expect(readable.sort()).toEqual([...SENT_TABLES].sort())
  })
})
