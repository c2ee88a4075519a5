import postgres, { type ReservedSql } from 'postgres'
import { isConnectionLoss, type Sql } from '#db/client.ts'
import { isSuppressed, suppressedHashes } from '#db/suppression.ts'
import { bulkLoad } from './bulk-load.ts'
import { deactivatedNpis, isDeactivated, rememberDeactivated } from './deactivated-npis.ts'
import type { ImportFormat, ImportRecord } from './format.ts'
import { IMPORT_LOCK, IMPORTED_CHANNEL } from './import-lock.ts'
import { countRemovals, type MergeCounts, mergeStaging } from './merge.ts'
import { RecordReader, type RowCounts } from './record-reader.ts'
import { RejectFile } from './reject-file.ts'
import { combineRepeated, dropRepeated, dropStaging, stage } from './staging.ts'
import { TooManyRemovalsError } from './too-many-removals-error.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

const LOCK_TIMEOUT = '5s'
const LOCK_NOT_AVAILABLE = '55P03'
/** How soon the database notices during a long statement that the import was killed. */
const CLIENT_CHECK_INTERVAL = '1s'

/** A monthly report removes far less than this share: more indicates a wrong file. */
const REMOVED_SHARE_MAX = 0.05
/** In a smaller directory the limit on removals does not apply. */
const PEOPLE_TO_HAVE_A_SHARE = 1_000

/** The input of an import, and its permissions. */
export interface ImportOptions {
  path: string
  format: ImportFormat
  /** The path of the reject file: rows that could not be imported, with line and reason. */
  rejectsPath: string
  /** Keys the hashes of suppressions: removed people are not imported again. */
  suppressionKey: Uint8Array
  /** Whether to remove people however many they are. */
  isForced?: boolean
  onProgress?: (phase: 'reading' | 'merging', done: number, total: number) => void
  /**
   * Aborts the import: while the file is read, with an AbortError and without changes; later,
   * before the next batch: merged rows stay, and the progress ends below its total.
   */
  signal?: AbortSignal
}

/** The effects of an import on the rows of its file. */
export interface ImportSummary extends MergeCounts, RowCounts {
  rejected: number
}

/**
 * Imports a file. An empty directory is bulk-loaded; else the file is read into a staging table and
 * merged in small transactions. Unusable rows go to the reject file, and the import continues.
 * @throws UnreadableFileError, with nothing changed, when the whole file is unusable
 */
export async function importFile(sql: Sql, options: ImportOptions): Promise<ImportSummary> {
  return withImportLock(
    sql,
    async (connection) =>
      (await fillEmpty(connection, options)) ?? (await stageAndMerge(connection, options)),
  )
}

/**
 * Runs work that is exclusive over all processes, under an advisory lock on its own connection.
 * @throws UnreadableFileError when another import is running
 */
export async function withImportLock<T>(
  sql: Sql,
  work: (connection: ReservedSql) => Promise<T>,
): Promise<T> {
  const connection = await sql.reserve()
  try {
    await takeLock(connection)
    try {
      // Windows does not support this setting and refuses it.
      await connection`
        select set_config('client_connection_check_interval', ${CLIENT_CHECK_INTERVAL}, false)
        where version() !~* 'windows|mingw|visual c'`
      // A commit lost in a power failure is repeated by the next run of the file.
      await connection`set synchronous_commit = off`
      return await work(connection)
    } finally {
      await unlock(connection)
    }
  } finally {
    connection.release()
  }
}

/** Waits briefly for the lock: the database releases that of a killed import once it notices. */
async function takeLock(connection: ReservedSql): Promise<void> {
  await connection.unsafe(`set lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    await connection`select pg_advisory_lock(${IMPORT_LOCK})`
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    throw new UnreadableFileError('Another import is running.', { cause: error })
  } finally {
    await connection`reset lock_timeout`.catch(ignoreLoss)
  }
}

async function unlock(connection: ReservedSql): Promise<void> {
  try {
    await connection`reset all`
    await connection`select pg_advisory_unlock(${IMPORT_LOCK})`
    // The notification follows the release of the lock, because removals take it. It is also sent
    // after a failed import, whose merged batches stay.
    await connection`select pg_notify(${IMPORTED_CHANNEL}, '')`
  } catch (error) {
    ignoreLoss(error)
  }
}

/** A connection that was lost has taken its lock and settings with it. */
function ignoreLoss(error: unknown): void {
  if (!isConnectionLoss(error)) throw error
}

async function fillEmpty(
  connection: ReservedSql,
  options: ImportOptions,
): Promise<ImportSummary | undefined> {
  const { format } = options
  const [someone] = await connection`select 1 from candidates limit 1`
  if (format.effect !== 'merge' || someone) return undefined
  return withReader(connection, options, async (reader, rejects) => {
    const people = await bulkLoad(connection, format, () => reader.records())
    if (people === undefined) return undefined
    const none = { changed: 0, unchanged: 0, removed: 0, absent: 0 }
    return { ...none, new: people, ...reader.counts(), rejected: rejects.count }
  })
}

async function stageAndMerge(
  connection: ReservedSql,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { format, onProgress, signal } = options
  return withStaged(connection, options, async (reader, rejects) => {
    if (format.effect === 'remove') {
      if (!options.isForced) await assertBelowRemovalLimit(connection, format)
      await rememberDeactivated(connection)
    }
    const merged = await mergeStaging(connection, format, {
      onProgress: (done, total) => onProgress?.('merging', done, total),
      signal,
    })
    return { ...merged, ...reader.counts(), rejected: rejects.count }
  })
}

/** Runs work with the file's rows in the staging table, one per person. */
export async function withStaged<T>(
  connection: ReservedSql,
  options: ImportOptions,
  work: (reader: RecordReader, rejects: RejectFile) => Promise<T>,
): Promise<T> {
  const { format } = options
  return withReader(connection, options, async (reader, rejects) => {
    try {
      await stage(connection, format, reader.records())
      if (format.effect === 'enrich') await combineRepeated(connection, format)
      else await rejectRepeated(connection, format, rejects)
      return await work(reader, rejects)
    } finally {
      await dropStaging(connection)
    }
  })
}

async function rejectRepeated(
  connection: ReservedSql,
  { effect }: ImportFormat,
  rejects: RejectFile,
): Promise<void> {
  const lines = await dropRepeated(connection)
  // A person listed twice is removed once; that needs no remark.
  if (effect === 'remove') return
  for (const line of lines) rejects.add(line, 'a later row is about the same person')
}

async function assertBelowRemovalLimit(
  connection: ReservedSql,
  format: ImportFormat,
): Promise<void> {
  const { leaving, people } = await countRemovals(connection, format)
  if (exceedsRemovalLimit(leaving, people)) throw new TooManyRemovalsError(leaving, people)
}

/** Whether removing this many of so many people requires `isForced`. */
export function exceedsRemovalLimit(leaving: number, people: number): boolean {
  return people > PEOPLE_TO_HAVE_A_SHARE && leaving > people * REMOVED_SHARE_MAX
}

/** Runs work with a reader that skips suppressed and deactivated people and writes a reject file. */
async function withReader<T>(
  connection: ReservedSql,
  { path, format, rejectsPath, suppressionKey, onProgress, signal }: ImportOptions,
  work: (reader: RecordReader, rejects: RejectFile) => Promise<T>,
): Promise<T> {
  const suppressed = await suppressedHashes(connection)
  const isBringing = format.effect === 'merge'
  const deactivated = isBringing ? await deactivatedNpis(connection) : new Map<string, string>()
  const rejects = new RejectFile(rejectsPath)
  const reader = new RecordReader({
    path,
    format,
    rejects,
    isSuppressed: (record) => isSuppressed(suppressed, suppressionKey, identifiersOf(record)),
    isDeactivated: (record) => isDeactivated(deactivated, record),
    onProgress: (done, total) => onProgress?.('reading', done, total),
    signal,
  })
  try {
    return await work(reader, rejects)
  } finally {
    rejects.close()
  }
}

function identifiersOf({ npi, contacts }: ImportRecord) {
  return {
    npi,
    emails: [contacts.personal_email, contacts.work_email],
    phones: [contacts.phone, contacts.direct_phone],
  }
}
