import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A secret that is created once per data folder and stored there, readable only by the process's
 * owner.
 * @param make creates its content; not called if the file exists
 */
export async function madeOnce(path: string, make: () => string): Promise<string> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  // Two processes may start at once: one links its complete file, and both read it.
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
