import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file atomically: after a crash or a power cut it contains the old value or the new one.
 */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value), { flush: true })
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

/** @returns nothing where there is no such file; the caller vouches for the type */
export async function readJsonFile<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes a folder: a renamed file is on disk only once its folder is. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
