import { identifier } from '#db/schema/sql-identifier.ts'
import { SHAPE_NAMES, type ShapeName, shapeOf } from '#sync/contract/shapes.ts'
import type { Database } from './database.ts'
import { storedColumns, storedType } from './local-columns.ts'

/*
 * The local database: a table per shape, named as on the server, and four of our own.
 *
 * cursors   how far a shape of an owner was read, its checksum and the transactions seen: written with the rows
 * undo_log  rows that pending mutations changed, as the server has them: written with the mutation
 * replica   whose rows these are, the hash of the schema, the device's id, when the server was last
 *           heard, and the latest time that this device's clock has shown since
 * left_teams  teams whose rows were removed from here, until the server knows of it: `remains.ts`
 */
const OWN_TABLES = `
  create table replica (
    user_id text not null, schema_hash text not null, device_id text not null,
    heard_server_ms double precision, heard_device_ms double precision,
    latest_device_ms double precision);
  create table cursors (
    shape text primary key, handle text not null, "offset" text not null,
    row_count integer not null, checksum numeric not null, seen json not null);
  create table undo_log (shape text, key text, before text, primary key (shape, key));
  create table left_teams (team_id text primary key, is_emptied boolean not null);`

function tableOf(name: ShapeName): string {
  const { derived = {}, key, keyCovers, indexes = [] } = shapeOf(name)
  const definitions = storedColumns(name).map((column) => {
    // The definition of a derived text is part of the schema, so that its hash changes with it.
    const made = derived[column] ? ` /* ${JSON.stringify(derived[column])} */` : ''
    return `${identifier(column)} ${storedType(name, column)}${made}`
  })
  const covered = keyCovers ? ` include (${keyCovers.map(identifier).join(', ')})` : ''
  return [
    `create table ${name} (${definitions.join(', ')},
      primary key (${key.map(identifier).join(', ')})${covered});`,
    ...indexes.map((columns) => `create index on ${name} (${columns});`),
  ].join('\n')
}

const LOCAL_SCHEMA = [OWN_TABLES, ...SHAPE_NAMES.map(tableOf)].join('\n')

/** Hash of the local schema; if it differs, the rows are fetched again. */
async function schemaHash(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(LOCAL_SCHEMA))
  const bytes = new Uint8Array(digest).subarray(0, 8)
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Owner of a database that was made in advance; it has no rows. */
export const UNOWNED = ''

/** Prepares the database for this user: rows of another schema or another user are dropped. */
export async function prepareDatabase(database: Database, userId: string): Promise<void> {
  // Times are written and read as text in UTC. Deep in a list of ten thousand rows the planner prefers a
  // sort of all of them to its index, which has them in order. Statistics of 3,000 rows are as good as
  // those of 30,000, and take a fifth of the time.
  await database.exec(
    `set timezone to 'UTC'; set enable_sort = off; set default_statistics_target = 10`,
  )
  const hash = await schemaHash()
  const { rows: tables } = await database.query(`select from pg_tables where tablename = 'replica'`)
  if (tables.length > 0) {
    const { rows } = await database.query<{ user_id: string; schema_hash: string }>(
      'select user_id, schema_hash from replica',
    )
    const [found] = rows
    if (found?.user_id === userId && found.schema_hash === hash) return
    if (found?.schema_hash === hash) {
      if (found.user_id !== UNOWNED) {
        await emptyTables(database)
        await database.exec('delete from left_teams')
      }
      await database.query('update replica set user_id = $1, device_id = $2', [
        userId,
        crypto.randomUUID(),
      ])
      return
    }
  }
  await database.transaction(async (tx) => {
    await tx.exec('drop schema public cascade; create schema public')
    await tx.exec(LOCAL_SCHEMA)
    await tx.query('insert into replica values ($1, $2, $3)', [userId, hash, crypto.randomUUID()])
  })
}

/**
 * Deletes all rows, as if none had been fetched. A truncation takes longer, and gives each table,
 * index and overflow a new file, out of a pool that must not run empty.
 */
export async function emptyTables(database: Database): Promise<void> {
  const tables = ['cursors', 'undo_log', ...SHAPE_NAMES]
  await database.exec(
    `${tables.map((table) => `delete from ${table};`).join('\n')}
     update replica set heard_server_ms = null, heard_device_ms = null, latest_device_ms = null`,
  )
  // Vacuum truncates the pages of deleted rows. It cannot run in a transaction, hence a statement of its
  // own.
  await database.exec(`vacuum ${tables.join(', ')}`)
}
