import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'vite'
import { prepareDatabase, UNOWNED } from '#sync/client/tables/local-schema.ts'

/** A tar file consists of blocks of this size: a header, the entry's content, the next header. */
const BLOCK_BYTES = 512

/**
 * The address of a PostgreSQL data directory with our tables and no rows, from which a device's database
 * starts. Making one on the device takes PGlite a second database in memory, and three times the files.
 */
export function dataDirectory(): Plugin {
  const id = 'virtual:data-directory'
  const resolved = `\0${id}`
  let cacheDir = ''
  return {
    name: 'data-directory',
    configResolved(config) {
      cacheDir = config.cacheDir
    },
    resolveId: (source) => (source === id ? resolved : null),
    async load(source) {
      if (source !== resolved) return null
      await mkdir(cacheDir, { recursive: true })
      const path = join(cacheDir, 'data-directory.tgz')
      await writeFile(path, await makeDataDirectory())
      return `export { default } from ${JSON.stringify(`${path}?url`)}`
    },
  }
}

/**
 * Its log comes in files of 4 MB, not 16: in IndexedDB PGlite writes a changed file whole, and an edit
 * took 67 ms instead of 26. Files of 1 MB (12 ms) would use up the private files that are made ahead
 * (`POOL` in private-files.ts) in a transaction of 150 MB.
 * @returns a gzipped tar file.
 */
export async function makeDataDirectory(): Promise<Buffer> {
  const database = await PGlite.create({ initDbStartParams: ['--wal-segsize=4'] })
  await prepareDatabase(database, UNOWNED)
  await database.exec(`update pg_database set datistemplate = false`)
  await database.exec(`drop database template0`)
  await database.exec(`drop database template1`)
  // Changes logged so far are in the table files, so that the older log is not needed.
  await database.exec(`select pg_switch_wal()`)
  await database.exec(`checkpoint`)
  const { rows } = await database.query<WalPosition>(
    `select file_name as segment, file_offset as "usedBytes"
     from pg_walfile_name_offset(pg_current_wal_lsn())`,
  )
  const tar = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer())
  await database.close()
  const [wal] = rows
  if (!wal) throw new Error('PostgreSQL did not name the newest file of its log.')
  const entries = entriesOf(tar).filter(({ name }) => isNeeded(name, wal))
  const newest = entries.find(({ name }) => name === `/pg_wal/${wal.segment}`)
  // PostgreSQL reuses old files of the log: their former content takes room, and is never read.
  newest?.bytes.fill(0, BLOCK_BYTES + wal.usedBytes)
  const end = Buffer.alloc(2 * BLOCK_BYTES)
  return gzipSync(Buffer.concat([...entries.map(({ bytes }) => bytes), end]), { level: 9 })
}

/** How far the log has been written. */
interface WalPosition {
  /** The newest file. */
  segment: string
  /** Of that file. */
  usedBytes: number
}

/** PostgreSQL rebuilds free space and visibility maps as it needs them. */
function isNeeded(name: string, wal: WalPosition): boolean {
  const [, segment] = /^\/pg_wal\/([0-9A-F]+)$/.exec(name) ?? []
  return segment === undefined ? !/_(fsm|vm)$/.test(name) : segment === wal.segment
}

function entriesOf(tar: Buffer): { name: string; bytes: Buffer }[] {
  const entries = []
  for (let at = 0; at < tar.length; ) {
    const field = (from: number, to: number) => tar.toString('latin1', at + from, at + to)
    const [name = ''] = field(0, 100).split('\0')
    if (name === '') break
    const blocks = 1 + Math.ceil(Number.parseInt(field(124, 135), 8) / BLOCK_BYTES)
    entries.push({ name, bytes: tar.subarray(at, at + blocks * BLOCK_BYTES) })
    at += blocks * BLOCK_BYTES
  }
  return entries
}
