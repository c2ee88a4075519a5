import type { AssetStore } from './asset-store.ts'

/**
 * The largest cached file: the site's images take a tenth of this, and are those of a few settings
 * that every page shows.
 */
const FILE_MAX_BYTES = 1024 * 1024

/** The total size of cached files; beyond it, the least recently used are evicted. */
const TOTAL_MAX_BYTES = 16 * 1024 * 1024

/**
 * A store that caches small files in memory, so that a visitor's first page does not wait for the
 * store behind it. They never expire: a name's file never changes.
 */
export function rememberedAssets(store: AssetStore): AssetStore {
  // The files in the order of their last use.
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  let bytes = 0
  const remember = (name: string, file: Uint8Array<ArrayBuffer>) => {
    if (file.length > FILE_MAX_BYTES) return
    bytes += file.length - (files.get(name)?.length ?? 0)
    files.delete(name)
    files.set(name, file)
    for (const [oldest, { length }] of files) {
      if (bytes <= TOTAL_MAX_BYTES) break
      files.delete(oldest)
      bytes -= length
    }
  }
  return {
    put: (name, file) => store.put(name, file),
    async get(name) {
      const file = files.get(name) ?? (await store.get(name))
      if (file) remember(name, file)
      return file
    },
  }
}
