import { createHash } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Queryable, Sql } from '#db/client.ts'
import { identifier } from '#db/schema/sql-identifier.ts'
import { FORMAT, MANIFEST, type Manifest } from './manifest.ts'
import { type BackupTable, backupTables } from './tables.ts'

/** The bytes compressed at a time. */
const BLOCK_BYTES = 2 ** 18

export interface BackupOptions {
  /** The folder must not exist. It will contain personal data, readable only by its owner. */
  folder: string
  /** The folder of the site's images; undefined when an external store has them. */
  assets: string | undefined
  /** The fingerprints of the keys that rows depend on. */
  keys: Record<string, string>
  onTable?: (name: string) => void
}

/**
 * Writes a backup of one snapshot of the database, while others read and write it. An unfinished
 * folder is named `….part` and is not a backup; it remains only after a kill.
 * @throws when the folder exists, or the database was never migrated
 */
export async function writeBackup(sql: Sql, options: BackupOptions): Promise<Manifest> {
  const { folder } = options
  if (await exists(folder)) throw new Error(`${folder} exists already.`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  try {
    const manifest = await writePart(sql, part, options)
    await rename(part, folder)
    await syncFolder(dirname(folder))
    return manifest
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

async function writePart(sql: Sql, part: string, options: BackupOptions): Promise<Manifest> {
  const { assets, keys } = options
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 })
  const database = await sql.begin('isolation level repeatable read read only', (tx) =>
    writeDatabase(tx, part, options),
  )
  const manifest: Manifest = {
    format: FORMAT,
    ...database,
    assets: assets ? await copyAssets(assets, part) : [],
    keys,
  }
  await writeSynced(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

async function writeDatabase(tx: Queryable, part: string, { onTable }: BackupOptions) {
  const [isThere] = await tx`select from pg_tables where tablename = 'schema_migrations'`
  if (!isThere) throw new Error('The database is empty: there is nothing to back up.')
  const [now] = await tx<{ at: Date }[]>`select now() as at`
  const migrations = await tx<{ name: string }[]>`select name from schema_migrations order by name`
  const tables: Manifest['tables'] = []
  for (const table of await backupTables(tx)) {
    onTable?.(table.name)
    tables.push(await writeTable(tx, part, table))
  }
  // Sequences are not part of the snapshot: they may be ahead of its rows, which does no harm.
  const sequences = await tx<{ name: string; next: string }[]>`
    select sequencename as name, (coalesce(last_value + increment_by, start_value))::text as next
    from pg_sequences where schemaname = 'public'`
  return {
    at: (now?.at ?? new Date()).toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, next }) => [name, next])),
  }
}

async function writeTable(tx: Queryable, part: string, { name, columns }: BackupTable) {
  const path = `tables/${name}.gz`
  const list = columns.map(identifier).join(', ')
  const rows: Readable = await tx.unsafe(`copy ${identifier(name)} (${list}) to stdout`).readable()
  let count = 0
  const gathered = async function* (lines: AsyncIterable<Buffer>) {
    for await (const block of blocks(lines)) {
      count += lineFeeds(block)
      yield block
    }
  }
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const file = createWriteStream(join(part, path), { mode: 0o600, flush: true })
  // Level 1 is the fastest: the next levels save a tenth of the size and take twice as long.
  await pipeline(rows, gathered, createGzip({ level: 1, chunkSize: 2 ** 18 }), hashed, file)
  return { name, columns, rows: count, path, sha256: hash.digest('hex') }
}

/**
 * Gathers rows into blocks: the connection yields single rows, and compressing each takes several
 * times as long.
 */
async function* blocks(lines: AsyncIterable<Buffer>) {
  let [gathered, bytes]: [Buffer[], number] = [[], 0]
  for await (const line of lines) {
    gathered.push(line)
    bytes += line.length
    if (bytes < BLOCK_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(gathered)
}

/**
 * The number of rows in a chunk. COPY writes one row per line: a line feed within a value is
 * escaped.
 */
export function lineFeeds(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

/** Copies the images, which never change once they have their name. */
async function copyAssets(folder: string, part: string): Promise<Manifest['assets']> {
  const files: Manifest['assets'] = []
  for (const entry of await filesUnder(folder)) {
    // The file is an image that is being written.
    if (entry.name.endsWith('.part')) continue
    const source = join(entry.parentPath, entry.name)
    const path = join('assets', relative(folder, source))
    const bytes = await readFile(source)
    await mkdir(dirname(join(part, path)), { recursive: true, mode: 0o700 })
    await writeSynced(join(part, path), bytes)
    files.push({ path, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return files
}

async function filesUnder(folder: string): Promise<Dirent[]> {
  if (!(await exists(folder))) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile())
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function writeSynced(path: string, bytes: string | Uint8Array): Promise<void> {
  await writeFile(path, bytes, { mode: 0o600, flush: true })
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
