import dataDirectory from 'virtual:data-directory'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import pgliteData from '@electric-sql/pglite/pglite.data?url'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'
import { startParams } from './start-params.ts'

/** Of a database in private files. */
export const ON_DISK: PGliteOptions = { relaxedDurability: true, startParams: startParams() }

/** Of one that PGlite holds in memory, as it does of a database in IndexedDB. */
export const IN_MEMORY: PGliteOptions = {
  ...ON_DISK,
  startParams: startParams({ isInMemory: true }),
}

/**
 * Data of another PGlite build cannot be opened: the name of the build's own file tells them apart.
 */
export const BUILD = new URL(pgliteWasm, 'https://any').pathname.replace(/\W+/g, '-')

/** @throws where PGlite's own files did not come. */
export async function createPGlite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ ...options, ...(await pgliteFiles()) })
}

type Files = Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>

let files: Promise<Files> | undefined
/** Those of PGlite itself, which would wait for ever for one that does not come. */
export function pgliteFiles(): Promise<Files> {
  files ??= Promise.all([
    WebAssembly.compileStreaming(fetch(pgliteWasm)),
    fetchFile(pgliteData),
  ]).then(([pgliteWasmModule, data]) => ({ pgliteWasmModule, fsBundle: new Blob([data]) }))
  return files
}

/** The files of a database without rows, from which each begins. */
export async function emptyDirectory(): Promise<Blob> {
  return new Blob([await fetchFile(dataDirectory)], { type: 'application/gzip' })
}

async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} did not come.`)
  return response.arrayBuffer()
}
