import type { PGlite } from '@electric-sql/pglite'
import { retryFor } from '#sync/client/repeat.ts'
import { copyRows, hasRemains, noteEmptied } from '#sync/client/tables/remains.ts'
import { userFolder } from './device-name.ts'
import { isDatabaseFolder } from './has-database.ts'
import { BUILD, createPGlite, emptyDirectory, ON_DISK } from './pglite-files.ts'
import { PoolFiles } from './pool-files.ts'

/**
 * Files are made ahead, because PostgreSQL cannot wait for one, and an empty pool breaks the
 * database. A new database has 340; the device's tables take 70 more in one transaction.
 */
const POOL = { initialPoolSize: 490, maintainedPoolSize: 150 }

/** Marks a database whose files are all there. */
const WHOLE = 'whole'

/** How long the files of a closed tab, or of an abandoned pool, may stay open. */
const RELEASE_MS = 5_000

/**
 * Each database is a folder, `build.generation`: the newest whole one is opened, and others are
 * deleted. One with remains of removed rows is copied into the next generation.
 * @param onEmptied runs once the remains are gone with their files, before that is noted.
 * @returns undefined where there is none.
 */
export async function openFiles(
  userId: string,
  onEmptied: () => Promise<void>,
): Promise<PGlite | undefined> {
  const folder = await userFolder(userId)
  const whole = await newestWhole(folder, await generationsIn(folder))
  if (whole === undefined) return undefined
  const database = await openGeneration(folder, whole)
  if (!(await hasRemains(database))) {
    await deleteOthers(folder, whole)
    return database
  }
  const next = await nextGeneration(folder)
  const fill = (made: PGlite) => copyRows(database, made, userId)
  const copy = await makeGeneration(folder, next, fill).finally(() => database.close())
  if (await deleteOthers(folder, next)) {
    await onEmptied()
    await noteEmptied(copy)
  }
  return copy
}

/** Makes the next database, and deletes the others. */
export async function makeFiles(userId: string): Promise<PGlite> {
  const folder = await userFolder(userId)
  const next = await nextGeneration(folder)
  const database = await makeGeneration(folder, next)
  await deleteOthers(folder, next)
  return database
}

async function openGeneration(folder: FileSystemDirectoryHandle, generation: number) {
  const name = `${BUILD}.${generation}`
  const own = await folder.getDirectoryHandle(name)
  const state = await own.getFileHandle('state.txt', { create: true })
  // The tab that had the database open may have closed only a moment ago.
  await retryFor(RELEASE_MS, async () => (await state.createSyncAccessHandle()).close())
  return openPool(new PoolFiles(`${folder.name}/${name}`, POOL))
}

/** @param fill runs before the database counts as whole. */
async function makeGeneration(
  folder: FileSystemDirectoryHandle,
  generation: number,
  fill?: (database: PGlite) => Promise<void>,
): Promise<PGlite> {
  const name = `${BUILD}.${generation}`
  const own = await folder.getDirectoryHandle(name, { create: true })
  const fs = new PoolFiles(`${folder.name}/${name}`, POOL)
  try {
    const database = await openPool(fs, await emptyDirectory())
    await fill?.(database)
    await own.getFileHandle(WHOLE, { create: true })
    return database
  } catch (fault) {
    await retryFor(RELEASE_MS, async () => {
      // Files that were being opened are open by now. The last step of `closeFs` ends PGlite, which may
      // not have started.
      await fs.closeFs().catch(() => undefined)
      await folder.removeEntry(name, { recursive: true })
    })
    throw fault
  }
}

/**
 * Opens the files of a pool. Where the disk is full, or the browser opens fewer files at once (Safari:
 * 252), PGlite then hangs, and the rejected promise has no handler.
 */
async function openPool(fs: PoolFiles, loadDataDir?: Blob): Promise<PGlite> {
  const ended = new AbortController()
  const unhandled = new Promise<never>((_, reject) => {
    function handle(event: PromiseRejectionEvent) {
      event.preventDefault()
      reject(event.reason)
    }
    addEventListener('unhandledrejection', handle, { signal: ended.signal })
  })
  async function open() {
    const database = await createPGlite({ ...ON_DISK, fs, loadDataDir })
    await fs.maintainPool()
    return database
  }
  return Promise.race([open(), unhandled]).finally(() => ended.abort())
}

/** Deletes all other generations. @returns whether none is left: a sleeping tab may still hold one. */
async function deleteOthers(folder: FileSystemDirectoryHandle, kept: number): Promise<boolean> {
  let isAlone = true
  for (const name of await Array.fromAsync(folder.keys())) {
    if (!isDatabaseFolder(name) || name === `${BUILD}.${kept}`) continue
    await folder.removeEntry(name, { recursive: true }).catch(() => {
      isAlone = false
    })
  }
  return isAlone
}

/**
 * The newest generation whose files are complete: the tab that made a newer one may have closed before.
 */
async function newestWhole(
  folder: FileSystemDirectoryHandle,
  generations: readonly number[],
): Promise<number | undefined> {
  for (const generation of generations.toSorted((one, other) => other - one)) {
    const database = await folder.getDirectoryHandle(`${BUILD}.${generation}`)
    const names = await Array.fromAsync(database.keys())
    if (names.includes(WHOLE)) return generation
  }
  return undefined
}

async function generationsIn(folder: FileSystemDirectoryHandle): Promise<number[]> {
  const names = await Array.fromAsync(folder.keys())
  return names
    .filter((name) => name.startsWith(`${BUILD}.`))
    .map((name) => Number(name.slice(BUILD.length + 1)))
}

const nextGeneration = async (folder: FileSystemDirectoryHandle) =>
  Math.max(0, ...(await generationsIn(folder))) + 1
