import dataDirectory from 'virtual:data-directory'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'
import { deleteDB } from 'idb'
import { wait } from '#sync/client/wait.ts'
import { deviceName, userFolder } from './device-name.ts'

/*
 * Where PGlite keeps its files. All of it can be fetched again, so durability may be relaxed.
 *
 * Measured in Chromium 156 on two busy cores with 10,000 members (warm opening, p50 of an edit): private
 * files 0.9 s, 1 ms; IndexedDB 3 s, 290 ms; a memory copy written to private files 2.6 s, 1.4 ms, and
 * torn when its tab was killed. A private file is held by one opener, and is gone from the disk once
 * deleted. What a first opening takes: `npm run bench -- local`.
 */

const OPTIONS: PGliteOptions = { relaxedDurability: true }

/**
 * Files are made ahead, because PostgreSQL cannot wait for one, and an empty pool breaks the
 * database. A new database has 340; the other tables of ours take 70 in one transaction.
 */
const POOL = { initialPoolSize: 490, maintainedPoolSize: 150 }

/** Marks a database whose files are all there. */
const WHOLE = 'whole'

/** How long a tab that ended may take to release its files. */
const RELEASE_MS = 1_500

/**
 * Data of another PGlite build cannot be opened: the name of the build's own file tells them apart.
 */
const BUILD = new URL(pgliteWasm, 'https://any').pathname.replace(/\W+/g, '-')

export interface OpenedDatabase {
  database: PGlite
  /** Whether the database survives a restart. */
  isKept: boolean
}

interface Opening {
  /** Do not open the existing database: a sleeping tab may still hold it. */
  isStolen: boolean
  /** Do not open the existing database: it cannot be read. */
  isAnew: boolean
  onFault(fault: unknown): void
}

/**
 * Opens the user's database, the existing one or an empty one; in memory where none can be stored.
 * @throws where PGlite cannot run at all.
 */
export async function openDatabase(
  userId: string,
  { isStolen, isAnew, onFault }: Opening,
): Promise<OpenedDatabase> {
  const attempts = [() => openFiles(userId, { isNew: true })]
  if (!isStolen && !isAnew) attempts.unshift(() => openFiles(userId, { isNew: false }))
  // IndexedDB does not keep a second opener out.
  if (!isStolen) attempts.push(() => openIndexedDb(userId, { isNew: isAnew }))
  for (const attempt of attempts) {
    try {
      return { database: await attempt(), isKept: true }
    } catch (fault) {
      onFault(fault)
    }
  }
  const loadDataDir = await emptyDirectory()
  return { database: await PGlite.create({ ...OPTIONS, loadDataDir }), isKept: false }
}

/** Each database is a folder, `build.generation`; older generations are deleted. */
async function openFiles(userId: string, { isNew }: { isNew: boolean }): Promise<PGlite> {
  const folder = await userFolder(userId)
  const names = await Array.fromAsync(folder.keys())
  const generations = names.filter((name) => name.startsWith(`${BUILD}.`)).map(generationOf)
  const newest = Math.max(0, ...generations)
  const isThere = !isNew && newest > 0 && (await isWhole(folder, `${BUILD}.${newest}`))
  const name = `${BUILD}.${isThere ? newest : newest + 1}`
  const own = await folder.getDirectoryHandle(name, { create: true })
  if (isThere) await released(own)
  const fs = new OpfsAhpFS(`${folder.name}/${name}`, POOL)
  const loadDataDir = isThere ? undefined : await emptyDirectory()
  const database = await PGlite.create({ ...OPTIONS, fs, loadDataDir })
  await fs.maintainPool()
  await own.getFileHandle(WHOLE, { create: true })
  for (const old of names) {
    // A folder that a sleeping tab still holds is deleted another time.
    if (/\.\d+$/.test(old) && old !== name) {
      await folder.removeEntry(old, { recursive: true }).catch(() => undefined)
    }
  }
  return database
}

/** Whether all files of a database were made: the tab that made them may have ended before. */
async function isWhole(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  const database = await folder.getDirectoryHandle(name)
  const names = await Array.fromAsync(database.keys())
  return names.includes(WHOLE)
}

const generationOf = (name: string) => Number(name.slice(name.lastIndexOf('.') + 1))

/** Waits until no tab holds the database: the last one may have ended a moment ago. */
async function released(folder: FileSystemDirectoryHandle): Promise<void> {
  const state = await folder.getFileHandle('state.txt', { create: true })
  const until = performance.now() + RELEASE_MS
  for (;;) {
    try {
      const handle = await state.createSyncAccessHandle()
      handle.close()
      return
    } catch (fault) {
      if (performance.now() > until) throw fault
      await wait(50)
    }
  }
}

async function openIndexedDb(userId: string, { isNew }: { isNew: boolean }): Promise<PGlite> {
  const name = `${deviceName(userId)}.${BUILD}`
  const kept = `/pglite/${name}`
  if (isNew) await deleteDB(kept)
  const isThere = (await indexedDB.databases()).some((database) => database.name === kept)
  const loadDataDir = isThere ? undefined : await emptyDirectory()
  return PGlite.create({ ...OPTIONS, dataDir: `idb://${name}`, loadDataDir })
}

/** The files of a database without rows, from which each begins. */
async function emptyDirectory(): Promise<Blob> {
  const response = await fetch(dataDirectory)
  if (!response.ok) throw new Error('The files of an empty database did not come.')
  return new Blob([await response.arrayBuffer()], { type: 'application/gzip' })
}
