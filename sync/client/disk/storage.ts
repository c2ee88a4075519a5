import dataDirectory from 'virtual:data-directory'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp'
import pgliteData from '@electric-sql/pglite/pglite.data?url'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'
import { deleteDB } from 'idb'
import { copyRows, hasRemains, noteEmptied } from '#sync/client/tables/remains.ts'
import { wait } from '#sync/client/wait.ts'
import { deviceName, userFolder } from './device-name.ts'
import { isDatabaseFolder, PGLITE_PREFIX } from './has-database.ts'
import { startParams } from './start-params.ts'

/*
 * Where PGlite keeps its files. All of it can be fetched again, so durability may be relaxed.
 *
 * Measured in Chromium 156 on two busy cores with 10,000 members (warm opening, p50 of an edit): private
 * files 0.9 s, 1 ms; IndexedDB 3 s, 290 ms; a memory copy written to private files 2.6 s, 1.4 ms, and
 * torn when its tab was killed. A private file is held by one opener, and is gone from the disk once
 * deleted. What a first opening takes: `npm run bench -- local`.
 */

const OPTIONS: PGliteOptions = { relaxedDurability: true, startParams: startParams() }
const IN_MEMORY: PGliteOptions = { ...OPTIONS, startParams: startParams({ isInMemory: true }) }

/**
 * Files are made ahead, because PostgreSQL cannot wait for one, and an empty pool breaks the
 * database. A new database has 340; the device's tables take 70 more in one transaction.
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
  /** Runs once remains of removed rows are gone with the files of a database, before that is noted. */
  onEmptied(): Promise<void>
  onFault(fault: unknown): void
}

/**
 * Opens the user's database, the existing one or an empty one; in memory where none can be stored.
 * @throws where PGlite cannot run at all, or its files did not come.
 */
export async function openDatabase(
  userId: string,
  { isStolen, isAnew, onEmptied, onFault }: Opening,
): Promise<OpenedDatabase> {
  await pgliteFiles()
  const attempts = [() => openFiles(userId, { isNew: true, onEmptied })]
  if (!isStolen && !isAnew) attempts.unshift(() => openFiles(userId, { isNew: false, onEmptied }))
  // IndexedDB does not keep a second opener out.
  if (!isStolen) attempts.push(() => openIndexedDb(userId, { isNew: isAnew, onEmptied }))
  for (const attempt of attempts) {
    try {
      return { database: await attempt(), isKept: true }
    } catch (fault) {
      onFault(fault)
    }
  }
  const loadDataDir = await emptyDirectory()
  return { database: await createPGlite({ ...IN_MEMORY, loadDataDir }), isKept: false }
}

async function createPGlite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ ...options, ...(await pgliteFiles()) })
}

type Files = Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>

let files: Promise<Files> | undefined
/** Those of PGlite itself, which would wait for ever for one that does not come. */
function pgliteFiles(): Promise<Files> {
  files ??= Promise.all([
    WebAssembly.compileStreaming(fetch(pgliteWasm)),
    fetchFile(pgliteData),
  ]).then(([pgliteWasmModule, data]) => ({ pgliteWasmModule, fsBundle: new Blob([data]) }))
  return files
}

interface Attempt extends Pick<Opening, 'onEmptied'> {
  isNew: boolean
}

/**
 * Each database is a folder, `build.generation`: the newest whole one is opened, and others are
 * deleted. One with remains of removed rows is copied into the next generation.
 */
async function openFiles(userId: string, { isNew, onEmptied }: Attempt): Promise<PGlite> {
  const folder = await userFolder(userId)
  const names = await Array.fromAsync(folder.keys())
  const generations = names.filter((name) => name.startsWith(`${BUILD}.`)).map(generationOf)
  const next = Math.max(0, ...generations) + 1
  const whole = isNew ? undefined : await newestWhole(folder, generations)
  if (whole === undefined) {
    const database = await makeGeneration(folder, next)
    await deleteOthers(folder, next)
    return database
  }
  const database = await openGeneration(folder, whole)
  if (!(await hasRemains(database))) {
    await deleteOthers(folder, whole)
    return database
  }
  const fill = (made: PGlite) => copyRows(database, made, userId)
  const copy = await makeGeneration(folder, next, fill).finally(() => database.close())
  if (await deleteOthers(folder, next)) {
    await onEmptied()
    await noteEmptied(copy)
  }
  return copy
}

async function openGeneration(folder: FileSystemDirectoryHandle, generation: number) {
  const name = `${BUILD}.${generation}`
  await released(await folder.getDirectoryHandle(name))
  const fs = new OpfsAhpFS(`${folder.name}/${name}`, POOL)
  const database = await createPGlite({ ...OPTIONS, fs })
  await fs.maintainPool()
  return database
}

/** @param fill runs before the database counts as whole. */
async function makeGeneration(
  folder: FileSystemDirectoryHandle,
  generation: number,
  fill?: (database: PGlite) => Promise<void>,
): Promise<PGlite> {
  const name = `${BUILD}.${generation}`
  const own = await folder.getDirectoryHandle(name, { create: true })
  const fs = new OpfsAhpFS(`${folder.name}/${name}`, POOL)
  const database = await createPGlite({ ...OPTIONS, fs, loadDataDir: await emptyDirectory() })
  await fs.maintainPool()
  await fill?.(database)
  await own.getFileHandle(WHOLE, { create: true })
  return database
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

/** The newest generation whose files were all made: the tab that made a newer one may have ended before. */
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

/**
 * The oldest generation is opened: a newer one is a copy that was not finished, or the older one would
 * be gone. The first has no number.
 */
async function openIndexedDb(userId: string, { isNew, onEmptied }: Attempt): Promise<PGlite> {
  const first = `${deviceName(userId)}.${BUILD}`
  const nameOf = (generation: number) => (generation === 0 ? first : `${first}.${generation}`)
  const remove = (generation: number) => deleteDB(PGLITE_PREFIX + nameOf(generation))
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const generations = names
    .filter((name) => name.startsWith(PGLITE_PREFIX + first))
    .map((name) => Number(name.slice(`${PGLITE_PREFIX}${first}.`.length)))
    .toSorted((one, other) => one - other)
  const unfinished = isNew ? generations : generations.slice(1)
  for (const generation of unfinished) await remove(generation)
  const [oldest] = isNew ? [] : generations
  const open = (generation: number, loadDataDir?: Blob) =>
    createPGlite({ ...IN_MEMORY, dataDir: `idb://${nameOf(generation)}`, loadDataDir })
  if (oldest === undefined) return open(0, await emptyDirectory())
  const database = await open(oldest)
  if (!(await hasRemains(database))) return database
  const copy = await createPGlite({
    ...IN_MEMORY,
    // All of it is written before the other database is deleted.
    relaxedDurability: false,
    dataDir: `idb://${nameOf(oldest + 1)}`,
    loadDataDir: await emptyDirectory(),
  })
  await copyRows(database, copy, userId)
  await copy.close()
  await database.close()
  await remove(oldest)
  await onEmptied()
  const opened = await open(oldest + 1)
  await noteEmptied(opened)
  return opened
}

/** The files of a database without rows, from which each begins. */
async function emptyDirectory(): Promise<Blob> {
  return new Blob([await fetchFile(dataDirectory)], { type: 'application/gzip' })
}

async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} did not come.`)
  return response.arrayBuffer()
}
