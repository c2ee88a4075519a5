import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The most that every page may load before its own code, in KB. */
export const ENTRY_MAX_KB = 108

/** The scripts that the built document names, in KB as compressed by brotli. */
export async function entryKb(): Promise<number> {
  const html = await readFile(`${BUILD}/index.html`, 'utf8')
  const scripts = new Set(
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path),
  )
  const sizes = await Promise.all(
    [...scripts].map(async (path) => (await stat(`${BUILD}${path}.br`)).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}
