import type {
  AdminImport,
  DirectoryFigures,
  ImportPage,
  NewImport,
} from '#db/schema/directory-imports.ts'
import { api, call, isRecord } from '#web/lib/api-client.ts'

/** Calls of administrators about the directory and its imports. Each throws ApiError. */

/** A chunk may cross a slow line; the checksum of a file of many gigabytes takes its time, too. */
const UPLOAD_TIMEOUT_MS = 120_000
const COMPLETE_TIMEOUT_MS = 600_000

const imports = api.admin.imports
const one = imports[':id']
const param = (id: string) => ({ param: { id } })

/** What the directory is made of, counted now. */
export function fetchDirectoryFigures(): Promise<DirectoryFigures> {
  return call((init) => api.admin.directory.$get({}, { init }), isFigures)
}

/** Imports, newest first. @param before the last one that is shown already. */
export function fetchImports(before?: string): Promise<ImportPage> {
  const query = before === undefined ? {} : { before }
  return call((init) => imports.$get({ query }, { init }), isPage)
}

/** Begins an upload, or finds the one of the same file that was begun. */
export function beginUpload(json: NewImport): Promise<AdminImport> {
  return call((init) => imports.$post({ json }, { init }), isImport)
}

/** Sends a chunk. @returns how much is there now. */
export async function sendChunk(
  id: string,
  offset: number,
  chunk: Blob,
  signal: AbortSignal,
): Promise<number> {
  // The typed client knows no binary bodies.
  const url = `/api/admin/imports/${id}/file?offset=${offset}`
  const { received_bytes } = await call(
    (init) => fetch(url, { method: 'PUT', body: chunk, ...init }),
    isReceived,
    signal,
    UPLOAD_TIMEOUT_MS,
  )
  return received_bytes
}

/** Ends an upload: the server compares the checksum. */
export function completeUpload(id: string, signal: AbortSignal): Promise<AdminImport> {
  return call(
    (init) => one.complete.$post(param(id), { init }),
    isImport,
    signal,
    COMPLETE_TIMEOUT_MS,
  )
}

/** Tells what an import would change. */
export function checkImport(id: string): Promise<AdminImport> {
  return call((init) => one.check.$post(param(id), { init }), isImport)
}

/** Takes a file in. @param isForced however many it takes out. */
export function startImport(id: string, isForced: boolean): Promise<AdminImport> {
  return call((init) => one.start.$post({ ...param(id), json: { isForced } }, { init }), isImport)
}

/** Ends what runs at the next border of batches. */
export function cancelImport(id: string): Promise<AdminImport> {
  return call((init) => one.cancel.$post(param(id), { init }), isImport)
}

/** Deletes an uploaded file. */
export function discardFile(id: string): Promise<AdminImport> {
  return call((init) => one.file.$delete(param(id), { init }), isImport)
}

/** Where the rows lie that could not be taken in. */
export function rejectsAddress(id: string): string {
  return `/api/admin/imports/${id}/rejects`
}

function isImport(body: unknown): body is AdminImport {
  return isRecord(body) && typeof body.id === 'string' && typeof body.state === 'string'
}

function isPage(body: unknown): body is ImportPage {
  return isRecord(body) && Array.isArray(body.imports)
}

function isReceived(body: unknown): body is { received_bytes: number } {
  return isRecord(body) && typeof body.received_bytes === 'number'
}

function isFigures(body: unknown): body is DirectoryFigures {
  return isRecord(body) && Array.isArray(body.sources)
}
