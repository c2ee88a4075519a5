import { inject } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'

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

/** A fresh migrated database of the test's own, dropped on close. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = connect(new URL('/postgres', template).href, { max: 1 })
  // Copying files is slower than replaying them into a small WAL for a template this size.
  await admin`
    create database ${admin(name)} template ${admin(template.pathname.slice(1))} strategy wal_log`
  const url = new URL(`/${name}`, template).href
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
