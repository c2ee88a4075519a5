/**
 * Uploads a file in chunks. The server keeps the chunks that arrived, so that the upload can continue
 * after its tab was killed, once the same file is chosen again: a checksum, computed before the first
 * byte is sent, proves that it is the same. Network failures are retried; refusals by the server are
 * not.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { proxy, ref } from 'valtio'
import type { AdminImport } from '#api/contract/admin-imports.ts'
import { type ImportFormatName, UPLOAD_CHUNK_BYTES } from '#db/schema/directory-imports.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { untilDone } from '#web/lib/until-done.ts'
import { FILE_UNREADABLE, importErrorMessage, UPLOAD_FAILED } from './import-messages.ts'
import { beginUpload, completeUpload, sendChunk } from './imports-client.ts'

/** Small enough that the page stays responsive between two pieces. */
const HASH_PIECE_BYTES = 1024 * 1024

interface Upload {
  fileName: string
  bytes: number
  /** Computing the checksum, sending, or waiting for the server to compare it. */
  phase: 'reading' | 'sending' | 'comparing'
  done: number
  /** The id of its import, once the server has created it. */
  importId: string | null
  isWaiting: boolean
  stop: AbortController
}

/** This tab's upload: it continues on other screens. */
export const uploadStore = proxy<{ current: Upload | null; failure: ErrorMessage | null }>({
  current: null,
  failure: null,
})

/**
 * @returns the import with its complete file; null where the upload was stopped or failed (`failure`).
 */
export async function uploadFile(
  file: File,
  format: ImportFormatName,
): Promise<AdminImport | null> {
  const stop = new AbortController()
  uploadStore.failure = null
  uploadStore.current = {
    ...{ fileName: file.name, bytes: file.size, phase: 'reading', done: 0, importId: null },
    ...{ isWaiting: false, stop: ref(stop) },
  }
  // Read from the proxy: only changes made through it are observed.
  const upload = uploadStore.current
  try {
    const checksum = await checksumOf(file, upload)
    const begun = await beginUpload({
      ...{ format, fileName: file.name, bytes: file.size, sha256: checksum },
    })
    upload.importId = begun.id
    await sendFrom(begun.received_bytes, file, upload, begun.id)
    upload.phase = 'comparing'
    return await completeUpload(begun.id, stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) uploadStore.failure = messageOf(error)
    return null
  } finally {
    uploadStore.current = null
  }
}

/** Stops this tab's upload; chunks that arrived stay, so that it can continue later. */
export function stopUpload(): void {
  uploadStore.current?.stop.abort()
}

async function checksumOf(file: File, upload: Upload): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += HASH_PIECE_BYTES) {
    upload.stop.signal.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(at, at + HASH_PIECE_BYTES).arrayBuffer()))
    upload.done = Math.min(file.size, at + HASH_PIECE_BYTES)
  }
  return bytesToHex(hash.digest())
}

async function sendFrom(offset: number, file: File, upload: Upload, id: string): Promise<void> {
  upload.phase = 'sending'
  upload.done = offset
  while (upload.done < file.size) {
    const { done } = upload
    // Read first: a file that changed meanwhile fails here, and not as a lost network.
    const chunk = new Blob([await file.slice(done, done + UPLOAD_CHUNK_BYTES).arrayBuffer()])
    await untilDone(async () => {
      upload.stop.signal.throwIfAborted()
      try {
        upload.done = await sendChunk(id, done, chunk, upload.stop.signal)
        upload.isWaiting = false
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const offset = offsetOf(error)
        if (offset !== undefined) upload.done = offset
        else if (isPassing(error)) upload.isWaiting = true
        else throw error
      }
      return !upload.isWaiting
    })
  }
}

/** The server's offset where it differs, because an earlier attempt had arrived after all. */
function offsetOf({ code, data }: ApiError): number | undefined {
  return code === 'wrong_offset' ? (data as { offset: number }).offset : undefined
}

function isPassing({ code, status }: ApiError): boolean {
  return (
    code === 'offline' ||
    code === 'unreachable' ||
    code === 'timeout' ||
    code === 'rate_limited' ||
    (status !== undefined && status >= 502 && status <= 504)
  )
}

function messageOf(error: unknown): ErrorMessage {
  if (error instanceof ApiError) return importErrorMessage(error, UPLOAD_FAILED)
  if (error instanceof DOMException) return FILE_UNREADABLE
  throw error
}
