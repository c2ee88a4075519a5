import type { PGlite } from '@electric-sql/pglite'
import { deleteDB } from 'idb'
import { copyRows, hasRemains, noteEmptied } from '#sync/client/tables/remains.ts'
import { deviceName } from './device-name.ts'
import { PGLITE_PREFIX } from './has-database.ts'
import { BUILD, createPGlite, emptyDirectory, IN_MEMORY } from './pglite-files.ts'

/**
 * The oldest generation is opened: a newer one is a copy that was not finished, or the older one would
 * be gone.
 * @param onEmptied runs once remains of removed rows are gone with their database, before that is noted.
 * @returns undefined where there is none.
 */
export async function openIndexedDb(
  userId: string,
  onEmptied: () => Promise<void>,
): Promise<PGlite | undefined> {
  const { generations, dataDir, remove } = await databasesOf(userId)
  const [oldest, ...unfinished] = generations
  for (const generation of unfinished) await remove(generation)
  if (oldest === undefined) return undefined
  const open = (generation: number) => createPGlite({ ...IN_MEMORY, dataDir: dataDir(generation) })
  const database = await open(oldest)
  if (!(await hasRemains(database))) return database
  const copy = await createPGlite({
    ...IN_MEMORY,
    // The copy is on the disk before the other database is deleted.
    relaxedDurability: false,
    dataDir: dataDir(oldest + 1),
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

/** Makes a database, and deletes those that exist. */
export async function makeIndexedDb(userId: string): Promise<PGlite> {
  const { generations, dataDir, remove } = await databasesOf(userId)
  for (const generation of generations) await remove(generation)
  return createPGlite({
    ...IN_MEMORY,
    dataDir: dataDir(0),
    loadDataDir: await emptyDirectory(),
  })
}

/** The user's databases of this build, from the oldest on. The first has no number in its name. */
async function databasesOf(userId: string) {
  const first = `${deviceName(userId)}.${BUILD}`
  const nameOf = (generation: number) => (generation === 0 ? first : `${first}.${generation}`)
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return {
    generations: names
      .filter((name) => name.startsWith(PGLITE_PREFIX + first))
      .map((name) => Number(name.slice(`${PGLITE_PREFIX}${first}.`.length)))
      .toSorted((one, other) => one - other),
    dataDir: (generation: number) => `idb://${nameOf(generation)}`,
    remove: (generation: number) => deleteDB(PGLITE_PREFIX + nameOf(generation)),
  }
}
