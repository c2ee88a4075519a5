import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readManifest } from './manifest.ts'

/** Matches the default name of a backup's folder. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/
const PART = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.part$/

/** No backup takes this long: an unfinished one that is older was killed. */
const PART_MAX_MS = 24 * 60 * 60 * 1000

/** The default name of a backup's folder: the time in UTC, so that names sort by time. */
export function backupName(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(':', '-')
}

/**
 * Removes unfinished backups with the default name that were begun in `parent` more than a day ago
 * and killed.
 */
export async function removeStaleParts(parent: string, now: Date): Promise<void> {
  const stale = `${backupName(new Date(now.getTime() - PART_MAX_MS))}.part`
  for (const name of await foldersOf(parent)) {
    if (PART.test(name) && name < stale) await rm(join(parent, name), { recursive: true })
  }
}

/**
 * Removes the oldest backups beside a new one, until `keep` are left including it. Only complete
 * backups with the default name are counted and removed.
 * @returns the names of those removed
 */
export async function pruneBackups(newest: string, keep: number): Promise<string[]> {
  const parent = dirname(newest)
  const others: string[] = []
  for (const name of await foldersOf(parent)) {
    if (name === basename(newest) || !NAME.test(name)) continue
    const isWhole = await readManifest(join(parent, name)).then(
      () => true,
      () => false,
    )
    if (isWhole) others.push(name)
  }
  const removed = others
    .sort()
    .reverse()
    .slice(keep - 1)
  for (const name of removed) {
    // The rename marks it as unfinished: a killed removal must not leave a half that passes for a
    // complete backup.
    const part = join(parent, `${name}.part`)
    await rename(join(parent, name), part)
    await rm(part, { recursive: true })
  }
  return removed
}

async function foldersOf(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
