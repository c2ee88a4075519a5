import { connect } from '#db/client.ts'
import { importFormat } from '#db/import/formats.ts'
import { type ImportOptions, importFile } from '#db/import/import-file.ts'
import { previewImport } from '#db/import/preview.ts'
import { UnreadableFileError } from '#db/import/unreadable-file-error.ts'
import type {
  ImportCheck,
  ImportCounts,
  ImportFormatName,
  ImportProgress,
} from '#db/schema/directory-imports.ts'

export type ImportTask = 'check' | 'import'

/** The import process's input. */
export interface ImportJob {
  task: ImportTask
  /** The owner's URL: an import creates tables and drops indexes. */
  databaseUrl: string
  format: ImportFormatName
  path: string
  rejectsPath: string
  isForced: boolean
  /** The key, in hexadecimal. */
  suppressionKey: string
}

/**
 * The outcome. A failure is a sentence for the operator; `fault` is a programming error, for the
 * log.
 */
export type ImportOutcome =
  | { check: ImportCheck }
  | { counts: ImportCounts; isCancelled: boolean }
  | { isCancelled: true }
  | { failure: string }
  | { fault: string }

/** The import process's messages: its progress and, at the end, the outcome. */
export type ImportMessage = { progress: ImportProgress } | { outcome: ImportOutcome }

/** Checks or imports a file. */
export async function runImportTask(
  job: ImportJob,
  { onProgress, signal }: { onProgress(progress: ImportProgress): void; signal: AbortSignal },
): Promise<ImportOutcome> {
  const sql = connect(job.databaseUrl, { max: 2 })
  let isAllMerged = true
  const options: ImportOptions = {
    path: job.path,
    rejectsPath: job.rejectsPath,
    suppressionKey: Buffer.from(job.suppressionKey, 'hex'),
    format: await importFormat(sql, job.format),
    isForced: job.isForced,
    signal,
    onProgress(phase, done, total) {
      if (phase === 'merging') isAllMerged = done >= total
      onProgress({ phase, done, total })
    },
  }
  try {
    if (job.task === 'check') return { check: await previewImport(sql, options) }
    const { remarks: _, ...counts } = await importFile(sql, options)
    return { counts, isCancelled: signal.aborted && !isAllMerged }
  } catch (error) {
    if (signal.aborted) return { isCancelled: true }
    if (error instanceof UnreadableFileError) return { failure: error.message }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    await sql.end({ timeout: 1 })
  }
}
