import dataDirectory from 'virtual:data-directory'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import pgliteData from '@electric-sql/pglite/pglite.data?url'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'
import { startParams } from './start-params.ts'

/** PGlite options for a database in OPFS. */
export const ON_DISK: PGliteOptions = { relaxedDurability: true, startParams: startParams() }

/** PGlite options for a database in memory, which is also how PGlite runs one in IndexedDB. */
export const IN_MEMORY: PGliteOptions = {
  ...ON_DISK,
  startParams: startParams({ isInMemory: true }),
}

/**
 * Data of another PGlite build cannot be opened; the name of the build's own file distinguishes them.
 */
export const BUILD = new URL(pgliteWasm, 'https://any').pathname.replace(/\W+/g, '-')

/** @throws where PGlite's own files did not come. */
export async function createPGlite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ ...options, ...(await pgliteFiles()) })
}

type Files = Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>

let files: Promise<Files> | undefined
/** Loads PGlite's own files here, because PGlite never rejects when a download fails. */
export function pgliteFiles(): Promise<Files> {
  files ??= Promise.all([
    WebAssembly.compileStreaming(fetch(pgliteWasm)),
    fetchFile(pgliteData),
  ]).then(([pgliteWasmModule, data]) => ({ pgliteWasmModule, fsBundle: new Blob([data]) }))
  return files
}

/** Loads the files of a database without rows, from which each new database is made. */
export async function emptyDirectory(): Promise<Blob> {
  return new Blob([await fetchFile(dataDirectory)], { type: 'application/gzip' })
}

async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} did not come.`)
  return response.arrayBuffer()
}
