import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A secret that is made once per data folder and kept there, for the owner of the process alone.
 * @param make its content; not used where the file is there already.
 */
export async function madeOnce(path: string, make: () => string): Promise<string> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  // Two processes may start at once: one links its complete file, and both read that.
  await writeFile(draft, make(), { mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
