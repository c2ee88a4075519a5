import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AssetStore } from './asset-store.ts'

/** Stores images in a local folder. */
export function localAssets(folder: string): AssetStore {
  return {
    async put(name, file) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // The file is renamed when complete, because the process may crash while writing.
      const beside = `${path}.${randomUUID()}.part`
      await writeFile(beside, file, { mode: 0o600 })
      await rename(beside, path)
    },
    async get(name) {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}
