import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { connect, type Queryable, type Sql } from '#db/client.ts'
import { dropIndexes } from '#db/drop-indexes.ts'
import { copyInto } from '#db/import/copy.ts'
import { migrate } from '#db/migrate.ts'
import { identifier } from '#db/schema/sql-identifier.ts'
import type { Backup } from './manifest.ts'
import { backupTables } from './tables.ts'
import { lineFeeds } from './write-backup.ts'

/** Longest name of a database; `NAMEDATALEN` of PostgreSQL less one. */
const IDENTIFIER_MAX_BYTES = 63

export interface RestoreOptions {
  backup: Backup
  /** The database to replace, as its owner, who must be allowed to create databases. */
  url: string
  /** Whether existing rows may be lost. */
  isReplacing: boolean
  onStep?: (text: string) => void
  /** Called with the restored database before it replaces the old one. */
  finish(sql: Sql): Promise<void>
}

/**
 * The advisory lock of restores, in the server's own database: one restore of a database runs at a
 * time.
 */
const RESTORE_LOCK = 4_216_061

/**
 * Restores into a new database and renames it as the last step. An aborted restore leaves the named
 * database as it was, and can be repeated.
 * For PostgreSQL the restored database is another one. Devices that followed the old one fetch
 * their rows again, because the shape server identifies databases by their number.
 * @throws when the database contains rows or is in use, its name is too long, or its owner
 *   may not create one
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { backup, url, isReplacing, onStep, finish } = options
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const [beside, old] = [`${name}_restoring`, `${name}_replaced`]
  // PostgreSQL cuts a longer name, which would then be that of the database itself.
  if (Buffer.byteLength(beside) > IDENTIFIER_MAX_BYTES) {
    throw new Error(
      `The name of the database is too long to restore another one beside it: ${name}`,
    )
  }
  const server = connect(urlOf(url, 'postgres'), { max: 1 })
  try {
    const [lock] = await server<{ isAcquired: boolean }[]>`
      select pg_try_advisory_lock(${RESTORE_LOCK}, hashtext(${name})) as "isAcquired"`
    if (!lock?.isAcquired) throw new Error('Another restore of this database runs.')
    await assertCanCreateDatabases(server)
    if (!isReplacing) await assertEmpty(url)
    await assertUnused(server, name)
    for (const left of [beside, old]) await drop(server, left)
    await createLike(server, name, beside)
    const sql = connect(urlOf(url, beside), { max: 4 })
    try {
      await load(sql, backup, onStep)
      await migrate(sql)
      await finish(sql)
    } finally {
      await sql.end({ timeout: 5 })
    }
    await assertUnused(server, name)
    await server.begin(async (tx) => {
      await tx`alter database ${tx(name)} rename to ${tx(old)}`
      await tx`alter database ${tx(beside)} rename to ${tx(name)}`
    })
    await drop(server, old)
  } finally {
    await server.end({ timeout: 5 })
  }
}

async function load(sql: Sql, { folder, manifest }: Backup, onStep?: (text: string) => void) {
  await migrate(sql, { only: manifest.migrations })
  const connection = await sql.reserve()
  try {
    // A crash leaves only a database that is not in use, so nothing needs to be on the disk before
    // the end.
    await connection`set synchronous_commit = off`
    await connection`set maintenance_work_mem = '512MB'`
    const names = (await backupTables(connection)).map(({ name }) => name)
    const makeIndexes = await dropIndexes(connection, names)
    for (const table of manifest.tables) {
      onStep?.(table.name)
      await connection.unsafe(`delete from ${identifier(table.name)}`)
      await loadTable(connection, folder, table)
    }
    onStep?.('indexes')
    await makeIndexes()
    for (const [sequence, next] of Object.entries(manifest.sequences)) {
      await connection`select setval(${identifier(sequence)}::regclass, ${next}::bigint, false)`
    }
    await connection`analyze`
  } finally {
    connection.release()
  }
}

async function loadTable(
  sql: Queryable,
  folder: string,
  { name, columns, path, rows }: Backup['manifest']['tables'][number],
): Promise<void> {
  let count = 0
  const lines = async function* () {
    const file = createReadStream(join(folder, path), { highWaterMark: 2 ** 18 })
    for await (const chunk of file.pipe(createGunzip({ chunkSize: 2 ** 18 }))) {
      count += lineFeeds(chunk)
      yield chunk as Buffer
    }
  }
  await copyInto(sql, identifier(name), columns.map(identifier), lines())
  if (count !== rows) {
    throw new Error(`The backup is damaged: ${path} has ${count} rows, not ${rows}.`)
  }
}

async function assertCanCreateDatabases(server: Sql): Promise<void> {
  const [role] = await server<{ may: boolean }[]>`
    select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`
  if (role?.may) return
  throw new Error('A restore makes a database beside the one in use: its owner needs CREATEDB.')
}

/** @throws with what would be lost */
async function assertEmpty(url: string): Promise<void> {
  const sql = connect(url, { max: 1 })
  try {
    const filled: string[] = []
    for (const { name } of await backupTables(sql)) {
      const [found] = await sql<{ count: string }[]>`
        select count(*)::text as count from ${sql(name)}`
      if (found && found.count !== '0') filled.push(`${found.count} rows of ${name}`)
    }
    if (filled.length === 0) return
    throw new Error(
      `The database is not empty. With --replace these are lost:\n  ${filled.join('\n  ')}`,
    )
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * `backend_type` is null for other roles' sessions; background workers have no role and are
 * excluded.
 * @throws with who is connected
 */
async function assertUnused(server: Sql, name: string): Promise<void> {
  const used = await server<{ who: string; type: string | null; count: number }[]>`
    select coalesce(nullif(application_name, ''), usename) as who, backend_type as type,
      count(*)::integer as count
    from pg_stat_activity
    where datname = ${name} and usename is not null
      and coalesce(backend_type, 'client backend') in ('client backend', 'walsender')
    group by 1, 2 order by 1, 2`
  if (used.length === 0) return
  const lines = used.map(
    ({ who, type, count }) => `\n  ${count} of ${who}${type === null ? '' : ` (${type})`}`,
  )
  throw new Error(
    `The database is in use: stop the app and Electric first. These are connected:${lines.join('')}`,
  )
}

/** Creates a database with the encoding and collation of the one it replaces. */
async function createLike(server: Sql, name: string, beside: string): Promise<void> {
  const [like] = await server<
    Record<'encoding' | 'collate' | 'ctype' | 'provider' | 'locale', string>[]
  >`
    select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype,
      datlocprovider as provider, coalesce(datlocale, '') as locale
    from pg_database where datname = ${name}`
  if (!like) throw new Error(`There is no database ${name}.`)
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const provider = {
    b: `locale_provider builtin builtin_locale ${text(like.locale)}`,
    i: `locale_provider icu icu_locale ${text(like.locale)}`,
  }[like.provider]
  await server.unsafe(`
    create database ${identifier(beside)} template template0 encoding ${text(like.encoding)}
      lc_collate ${text(like.collate)} lc_ctype ${text(like.ctype)} ${provider ?? ''}`)
}

async function drop(server: Sql, name: string): Promise<void> {
  await server`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where database = ${name} and not active`
  await server`drop database if exists ${server(name)} with (force)`
}

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.href
}
