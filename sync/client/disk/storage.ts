import type { PGlite } from '@electric-sql/pglite'
import { makeIndexedDb, openIndexedDb } from './indexed-database.ts'
import { createPGlite, emptyDirectory, IN_MEMORY, pgliteFiles } from './pglite-files.ts'
import { makeFiles, openFiles } from './private-files.ts'

/*
 * Where PGlite keeps its files. All of it can be fetched again, so durability may be relaxed.
 *
 * Measured in Chromium 156 on two busy cores with 10,000 members (warm opening, p50 of an edit): private
 * files 0.9 s, 1 ms; IndexedDB 3 s, 290 ms; a memory copy written to private files 2.6 s, 1.4 ms, and
 * torn when its tab was killed. A private file is held by one opener, and is gone from the disk once
 * deleted. What a first opening takes: `npm run bench -- local`.
 */

export interface OpenedDatabase {
  database: PGlite
  /** Whether the database survives a restart. */
  isPersistent: boolean
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
  const attempts: (() => Promise<PGlite | undefined>)[] = [() => makeFiles(userId)]
  // IndexedDB does not keep a second opener out.
  if (!isStolen) attempts.push(() => makeIndexedDb(userId))
  if (!isStolen && !isAnew) {
    attempts.unshift(
      () => openFiles(userId, onEmptied),
      () => openIndexedDb(userId, onEmptied),
    )
  }
  for (const attempt of attempts) {
    try {
      const database = await attempt()
      if (database) return { database, isPersistent: true }
    } catch (fault) {
      onFault(fault)
    }
  }
  const loadDataDir = await emptyDirectory()
  return { database: await createPGlite({ ...IN_MEMORY, loadDataDir }), isPersistent: false }
}
