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

/** What the process beside is told. */
export interface ImportOrder {
  task: ImportTask
  /** The owner's: an import makes tables and drops indexes. */
  databaseUrl: string
  format: ImportFormatName
  path: string
  rejectsPath: string
  isForced: boolean
  /** In hexadecimal. */
  suppressionKey: string
}

/** How it ended. A failure is one sentence for people; `fault` is one of ours, for the log. */
export type ImportOutcome =
  | { check: ImportCheck }
  | { counts: ImportCounts; isCancelled: boolean }
  | { isCancelled: true }
  | { failure: string }
  | { fault: string }

/** What it tells: how far it is, and at the end how it ended. */
export type ImportNews = { progress: ImportProgress } | { outcome: ImportOutcome }

/** Checks or imports a file. */
export async function runImportTask(
  order: ImportOrder,
  { onProgress, signal }: { onProgress(progress: ImportProgress): void; signal: AbortSignal },
): Promise<ImportOutcome> {
  const sql = connect(order.databaseUrl, { max: 2 })
  let isAllMerged = true
  const options: ImportOptions = {
    path: order.path,
    rejectsPath: order.rejectsPath,
    suppressionKey: Buffer.from(order.suppressionKey, 'hex'),
    format: await importFormat(sql, order.format),
    isForced: order.isForced,
    signal,
    onProgress(phase, done, total) {
      if (phase === 'merging') isAllMerged = done >= total
      onProgress({ phase, done, total })
    },
  }
  try {
    if (order.task === 'check') return { check: await previewImport(sql, options) }
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
