import type { PendingQuery, Row } from 'postgres'
import type { Caller } from '#api/caller.ts'
import { accountOf } from '#api/context.ts'
import type { NewImport } from '#api/contract/admin-imports.ts'
import { audit } from '#api/services/audit.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { ImportFiles } from './import-files.ts'
import { isRunnerBusy } from './import-liveness.ts'

/**
 * Resumable uploads. The file's size on disk is the offset at which an upload resumes, so that a
 * killed tab or server loses at most one chunk; the checksum, computed before the first byte was
 * sent, decides at the end whether the file is complete and unchanged.
 */
interface Uploads {
  sql: Sql
  files: ImportFiles
}

const DAMAGED =
  'What arrived is not the file that was chosen: its checksum differs. Choose it again.'

/**
 * Starts an upload, or resumes this administrator's upload of the same file.
 * @returns its id.
 * @throws AppError `import_busy` while the administrator uploads another file, `too_large` when
 *   the disk has no room
 */
export async function beginUpload(
  { sql, files }: Uploads,
  caller: Caller,
  { format, fileName, bytes, sha256 }: NewImport,
): Promise<string> {
  const account = accountOf(caller.actor)
  return sql.begin(async (tx) => {
    const [created] = await tx<{ id: string }[]>`
      insert into directory_imports (format, file_name, file_bytes, file_sha256, state, created_by)
      values (${format}, ${fileName}, ${bytes}, ${sha256}, 'uploading', ${account})
      on conflict (created_by) where state = 'uploading' do nothing
      returning id`
    if (created) {
      await assertRoom(files, bytes)
      const details = { format, bytes }
      await audit(tx, { ...caller, action: 'import.upload', subjectId: created.id, details })
      return created.id
    }
    const [same] = await tx<{ id: string }[]>`
      update directory_imports set format = ${format}, touched_at = now()
      where created_by = ${account} and state = 'uploading'
        and file_sha256 = ${sha256} and file_bytes = ${bytes}
      returning id`
    if (!same) {
      throw new AppError(
        'import_busy',
        'You are uploading another file: finish or discard it first.',
      )
    }
    // The bytes that arrived before are already on the disk.
    await assertRoom(files, bytes - (await files.size(same.id)))
    return same.id
  })
}

/** @throws AppError `too_large` when the disk has no room for so many additional bytes */
async function assertRoom(files: ImportFiles, bytes: number): Promise<void> {
  const room = await files.room()
  if (bytes <= room) return
  const gigabytes = (room / 1e9).toFixed(1)
  throw new AppError('too_large', `There is no room for it: ${gigabytes} GB are left on the disk.`)
}

/**
 * Appends a chunk at its offset.
 * @returns the size so far.
 * @throws AppError `wrong_offset`, with the correct offset, when another tab or an earlier
 *   request was first; `too_large` beyond the announced size or when the disk is full
 */
export async function addChunk(
  { sql, files }: Uploads,
  id: string,
  offset: number,
  chunk: Uint8Array,
): Promise<number> {
  return sql.begin(async (tx) => {
    // Chunks are appended one at a time: two tabs may send the same chunk.
    const [upload] = await tx<{ bytes: number }[]>`
      update directory_imports set touched_at = now()
      where id = ${id} and state = 'uploading'
      returning file_bytes::float8 as bytes`
    if (!upload) throw new AppError('not_found', 'There is no such upload.')
    const size = await files.size(id)
    if (offset !== size) {
      const data = { offset: size }
      throw new AppError('wrong_offset', `The upload goes on at byte ${size}.`, { data })
    }
    if (size + chunk.length > upload.bytes) {
      throw new AppError('too_large', 'The file is larger than was announced.')
    }
    try {
      await files.append(id, chunk)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      throw new AppError('too_large', 'The disk is full.', { cause: error })
    }
    return size + chunk.length
  })
}

/**
 * Completes an upload once all bytes have arrived and the checksum matches. Idempotent.
 * @throws AppError `wrong_offset` while bytes are missing; `invalid_input` when the checksum
 *   differs, which deletes the file
 */
export async function completeUpload({ sql, files }: Uploads, id: string): Promise<void> {
  const [upload] = await sql<{ state: string; bytes: number; sha256: string }[]>`
    select state, file_bytes::float8 as bytes, file_sha256 as sha256
    from directory_imports where id = ${id} and file_deleted_at is null`
  if (!upload) throw new AppError('not_found', 'There is no such upload.')
  if (upload.state !== 'uploading') return
  const size = await files.size(id)
  if (size !== upload.bytes) {
    const data = { offset: size }
    throw new AppError('wrong_offset', `The upload goes on at byte ${size}.`, { data })
  }
  if ((await files.checksum(id)) === upload.sha256) {
    await sql`
      update directory_imports set state = 'ready', touched_at = now()
      where id = ${id} and state = 'uploading'`
    return
  }
  await sql`
    update directory_imports set state = 'failed', failure = ${DAMAGED}, finished_at = now(),
      file_deleted_at = now()
    where id = ${id} and state = 'uploading'`
  await files.deleteAll(id)
  throw new AppError('invalid_input', DAMAGED)
}

/**
 * Deletes the file of an import that is not running; its row stays, without what a check found
 * about people.
 * @throws AppError `import_busy` while it is running
 */
export async function discardFile(
  { sql, files }: Uploads,
  caller: Caller,
  id: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const dropped = await dropRows(tx, tx`id = ${id}`)
    if (dropped.length > 0) {
      return audit(tx, { ...caller, action: 'import.discard', subjectId: id })
    }
    const [found] = await tx<{ isThere: boolean }[]>`
      select file_deleted_at is null as "isThere" from directory_imports where id = ${id}`
    if (!found) throw new AppError('not_found', 'There is no such import.')
    if (found.isThere) throw new AppError('import_busy', 'It is running: cancel it first.')
  })
  await files.deleteAll(id)
}

/**
 * Deletes files unused for 7 days, with their rejected rows.
 * @returns how many
 */
export async function purgeImportFiles({ sql, files }: Uploads): Promise<number> {
  const dropped = await dropRows(sql, sql`touched_at < now() - interval '7 days'`)
  const finished = await sql<{ id: string }[]>`
    select id from directory_imports
    where file_deleted_at is not null
      and touched_at between now() - interval '14 days' and now() - interval '7 days'`
  for (const { id } of [...dropped, ...finished]) await files.deleteAll(id)
  return dropped.length
}

function dropRows(sql: Queryable, which: PendingQuery<Row[]>): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    update directory_imports set file_deleted_at = now(), check_result = null,
      state = case when state in ('uploading', 'ready') then 'cancelled' else state end,
      finished_at = coalesce(finished_at, now())
    where ${which} and file_deleted_at is null
      and (state not in ('checking', 'importing') or not ${isRunnerBusy(sql)})
    returning id`
}
