import type {
  AdminImport,
  DirectoryFigures,
  ImportPage,
  NewImport,
} from '#api/contract/admin-imports.ts'
import { api, call } from '#web/lib/api-client.ts'

/** Calls of administrators about the directory and its imports. Each throws ApiError. */

/** A chunk may cross a slow line, and the checksum of a file of many gigabytes takes long. */
const UPLOAD_TIMEOUT_MS = 120_000
const COMPLETE_TIMEOUT_MS = 600_000

const imports = api.admin.imports
const one = imports[':id']
const param = (id: string) => ({ param: { id } })

/** The directory's figures, counted now. */
export function fetchDirectoryFigures(): Promise<DirectoryFigures> {
  return call((init) => api.admin.directory.$get({}, { init }))
}

/** Imports, newest first. @param before the last import shown so far. */
export function fetchImports(before?: string): Promise<ImportPage> {
  const query = before === undefined ? {} : { before }
  return call((init) => imports.$get({ query }, { init }))
}

/** Begins an upload, or finds an unfinished one of the same file. */
export function beginUpload(json: NewImport): Promise<AdminImport> {
  return call((init) => imports.$post({ json }, { init }))
}

/** Sends a chunk. @returns the bytes that have arrived so far. */
export async function sendChunk(
  id: string,
  offset: number,
  chunk: Blob,
  signal: AbortSignal,
): Promise<number> {
  // The typed client has no binary bodies.
  const url = `/api/admin/imports/${id}/file?offset=${offset}`
  const { received_bytes } = await call<{ received_bytes: number }>(
    (init) => fetch(url, { method: 'PUT', body: chunk, ...init }),
    { signal, timeoutMs: UPLOAD_TIMEOUT_MS },
  )
  return received_bytes
}

/** Completes an upload: the server compares the checksum. */
export function completeUpload(id: string, signal: AbortSignal): Promise<AdminImport> {
  return call((init) => one.complete.$post(param(id), { init }), {
    signal,
    timeoutMs: COMPLETE_TIMEOUT_MS,
  })
}

/** Checks what an import would change. */
export function checkImport(id: string): Promise<AdminImport> {
  return call((init) => one.check.$post(param(id), { init }))
}

/** Starts an import. @param isForced even if unusually many people leave the directory by it. */
export function startImport(id: string, isForced: boolean): Promise<AdminImport> {
  return call((init) => one.start.$post({ ...param(id), json: { isForced } }, { init }))
}

/** Cancels a running import after its present batch. */
export function cancelImport(id: string): Promise<AdminImport> {
  return call((init) => one.cancel.$post(param(id), { init }))
}

/** Deletes an uploaded file. */
export function discardFile(id: string): Promise<AdminImport> {
  return call((init) => one.file.$delete(param(id), { init }))
}

/** The address of the rejected rows. */
export function rejectsAddress(id: string): string {
  return `/api/admin/imports/${id}/rejects`
}
