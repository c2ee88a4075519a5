import { inject } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'

/** A migrated database, and a connection to it that `close` ends. */
export interface TestDatabase {
  sql: Sql
  url: string
  close(): Promise<void>
}

/** The migrated database that an Electric follows, where the environment names both. */
export async function electricDatabase(): Promise<TestDatabase | undefined> {
  const { ELECTRIC_URL, DATABASE_URL: url } = process.env
  if (!ELECTRIC_URL || !url) return undefined
  const sql = connect(url)
  await migrate(sql)
  return { sql, url, close: () => sql.end({ timeout: 5 }) }
}

/**
 * A fresh migrated database of the test's own, dropped on close.
 * @param seed fills it; it runs once for each name in the whole run, and later databases are copies.
 */
export async function testDatabase(seed?: Seed): Promise<TestDatabase> {
  const admin = connect(urlOf('postgres'), { max: 1 })
  const migrated = new URL(inject('templateUrl')).pathname.slice(1)
  const template = seed ? await seeded(admin, migrated, seed) : migrated
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await copyDatabase(admin, template, name)
  const url = urlOf(name)
  const sql = connect(url)
  return {
    sql,
    url,
    async close() {
      await sql.end({ timeout: 5 })
      // A replication stream that was just closed holds its database a moment longer.
      await admin`
        select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
        where database = ${name} and active_pid is not null`
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

/** The rows that tests begin with. */
interface Seed {
  /** A name for a database. */
  name: string
  fill(sql: Sql): Promise<void>
}

/** @returns the name of a database with these rows, which nothing connects to. */
async function seeded(admin: Sql, migrated: string, { name, fill }: Seed): Promise<string> {
  const isThere = async () =>
    (await admin`select 1 from pg_database where datname = ${name}`).length > 0
  if (await isThere()) return name
  // One of the test processes fills it, under another name until it is complete.
  await admin`select pg_advisory_lock(hashtext(${name}))`
  try {
    if (await isThere()) return name
    const unfinished = `${name}_unfinished`
    await admin`drop database if exists ${admin(unfinished)} with (force)`
    await copyDatabase(admin, migrated, unfinished)
    const sql = connect(urlOf(unfinished))
    await fill(sql).finally(() => sql.end({ timeout: 5 }))
    await admin`alter database ${admin(unfinished)} rename to ${admin(name)}`
    return name
  } finally {
    await admin`select pg_advisory_unlock(hashtext(${name}))`
  }
}

/** Copying files is slower than replaying them into a small WAL for templates this size. */
async function copyDatabase(admin: Sql, template: string, name: string): Promise<void> {
  await admin`create database ${admin(name)} template ${admin(template)} strategy wal_log`
}

const urlOf = (database: string) => new URL(`/${database}`, inject('templateUrl')).href
