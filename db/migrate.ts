import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql } from 'postgres'
import type { Sql } from './client.ts'
import { publishToElectric } from './electric-publication.ts'
import { grantRights } from './roles.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * The advisory lock of migrations: one process migrates, and the others wait. The number must be
 * the same in all releases.
 */
const MIGRATION_LOCK = 4_216_001

/**
 * How long a migration waits for the lock of a table: requests of the release that is still running
 * queue behind it. A backup may hold the lock, because it reads every table until its end.
 */
const LOCK_TIMEOUT = '2s'

/** How long those requests may proceed before the migration tries again. */
const LOCK_PAUSE_MS = 1_000

const LOCK_NOT_AVAILABLE = '55P03'

/** How often the sessions that a migration waits for are queried. */
const LOOK_EVERY_MS = 1_000

/** How often these sessions are reported. */
const SAY_EVERY_MS = 5_000

/**
 * Migrates a database to the newest schema: runs each numbered file of `db/migrations` that has not
 * run yet, in order, each in its own transaction, forward only. Then it grants the roles their
 * rights, and adds Electric's publication its tables.
 * A newer database is left as it is, including its rights: each migration also serves the previous
 * release, which is started again during a rollout and after a rollback.
 * @param only runs only these files: the database becomes as an earlier version knew it
 * @param onWait called every few seconds with the sessions that it waits for
 * @returns the names of the migrations that make the database newer than this version
 * @throws when it is newer and yet lacks a migration of this version: no release created it
 */
export async function migrate(
  sql: Sql,
  { only, onWait = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const files = await migrationFiles()
  const connection = await sql.reserve()
  let stopLooking: () => void = () => undefined
  try {
    stopLooking = await lookAtWaits(sql, connection, onWait)
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await connection`
      create table if not exists schema_migrations (
        name text primary key,
        applied_at timestamptz not null default now()
      )`
    const rows = await connection<{ name: string }[]>`select name from schema_migrations`
    const applied = new Set(rows.map((row) => row.name))
    const wanted = only ? files.filter((name) => only.includes(name)) : files
    const pending = wanted.filter((name) => !applied.has(name))
    const newer = [...applied].filter((name) => !files.includes(name))
    if (newer.length > 0 && pending.length > 0) {
      throw new Error(
        `It is of another version: it has run ${newer.join(', ')}, and not ${pending.join(', ')}.`,
      )
    }
    if (newer.length > 0) return newer
    for (const name of pending) {
      while (!(await runMigration(connection, name))) await sleep(LOCK_PAUSE_MS)
    }
    // One transaction changes all rights, so that no role temporarily has a right that is revoked
    // later.
    await connection`begin`
    await grantRights(connection)
    await publishToElectric(connection)
    await connection`commit`
    return []
  } catch (error) {
    await connection`rollback`
    throw error
  } finally {
    stopLooking()
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
    connection.release()
  }
}

interface MigrateOptions {
  only?: readonly string[]
  onWait?: (text: string) => void
}

/**
 * Queries what a connection waits for, over another connection of the pool. Privacy: neither the
 * statements nor the addresses of the blocking sessions are reported.
 * @returns ends the queries
 */
async function lookAtWaits(
  sql: Sql,
  connection: ReservedSql,
  onWait: (text: string) => void,
): Promise<() => void> {
  const [own] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`
  let saidAt = 0
  const look = async () => {
    if (Date.now() - saidAt < SAY_EVERY_MS) return
    const ahead = await sql<{ pid: number; name: string }[]>`
      select pid, coalesce(nullif(application_name, ''), backend_type) as name
      from pg_stat_activity where pid = any(pg_blocking_pids(${own?.pid ?? 0})) order by pid`
    if (ahead.length === 0) return
    saidAt = Date.now()
    onWait(`A migration waits for ${ahead.map(({ name, pid }) => `${name} (${pid})`).join(', ')}.`)
  }
  // If this query fails, the migration itself reports why.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** @returns false, with nothing changed, when a table that it changes is in use for long */
async function runMigration(connection: ReservedSql, name: string): Promise<boolean> {
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  try {
    await connection
      .unsafe(`begin;\nset local lock_timeout = '${LOCK_TIMEOUT}';\n${text}\n`)
      .simple()
    await connection`insert into schema_migrations (name) values (${name})`
    await connection`commit`
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    await connection`rollback`
    return false
  }
}

/** The names of all migrations that this version knows, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}
