import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { startParams } from '#sync/client/disk/start-params.ts'

/** In megabytes. Tests open many databases with few rows. */
const CACHE_MB = 16

/** Opens the database of a device in Node, in a folder or in memory; a new one as in browsers. */
export async function openDeviceDatabase(folder?: string): Promise<PGlite> {
  const isThere = folder !== undefined && existsSync(join(folder, 'PG_VERSION'))
  return PGlite.create(folder ?? 'memory://', {
    startParams: startParams({ cacheMb: CACHE_MB, isInMemory: folder === undefined }),
    ...(!isThere && { loadDataDir: await emptyDirectory() }),
  })
}

let directory: Promise<Blob> | undefined
/** The files that the built app begins with: making them takes seconds. */
export function emptyDirectory(): Promise<Blob> {
  directory ??= readDirectory()
  return directory
}

async function readDirectory(): Promise<Blob> {
  const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url))
  const name = (await readdir(assets)).find((file) => /^data-directory-.*\.tgz$/.test(file))
  if (!name) throw new Error(`The built app in ${assets} has no data directory.`)
  return new Blob([new Uint8Array(await readFile(join(assets, name)))])
}
