import type { ReservedSql } from 'postgres'
import type { Sql } from '../client.ts'
import { copyInto, copyLine } from './copy.ts'
import { type CsvRecord, readCsv, UnreadableFileError } from './csv.ts'
import type { ImportFormat, ImportRecord, RowReader } from './format.ts'
import {
  createStaging,
  dropRepeated,
  dropStaging,
  type MergeCounts,
  mergeStaging,
  STAGING_TABLE,
  stagedColumns,
} from './merge.ts'
import { RejectFile } from './reject-file.ts'
import { openSourceFile } from './source-file.ts'

/** Any number, the same in every process: imports run one at a time. */
const IMPORT_LOCK = 4_216_002

export interface ImportOptions {
  path: string
  format: ImportFormat
  /** Where rows that could not be imported go, with their line and the reason. */
  rejectsPath: string
  /** People who asked to be removed never come back; nobody did by default. */
  isSuppressed?: (record: ImportRecord) => boolean
  onProgress?: (phase: 'reading' | 'merging', done: number, total: number) => void
}

export interface ImportSummary extends MergeCounts {
  /** Rows of the file, the header aside. */
  read: number
  rejected: number
  /** Rows passed over, by reason. */
  skipped: Record<string, number>
  /** What else is worth knowing, by what was counted. */
  remarks: Record<string, number>
}

/**
 * Imports a file: reads it into a staging table, then merges that into the directory in small
 * transactions. Bad rows go to the reject file and the rest goes on.
 * @throws UnreadableFileError, with nothing changed, when the file as a whole cannot be used
 */
export async function importFile(sql: Sql, options: ImportOptions): Promise<ImportSummary> {
  const rejects = new RejectFile(options.rejectsPath)
  const connection = await sql.reserve()
  try {
    const [lock] = await connection`select pg_try_advisory_lock(${IMPORT_LOCK}) as taken`
    if (!lock?.taken) throw new UnreadableFileError('Another import is running.')
    // A commit that a power cut undoes comes back with the next run of the file.
    await connection`set synchronous_commit = off`
    return await stageAndMerge(connection, options, rejects)
  } finally {
    rejects.close()
    await connection`reset all`
    await connection`select pg_advisory_unlock(${IMPORT_LOCK})`
    connection.release()
  }
}

async function stageAndMerge(
  connection: ReservedSql,
  options: ImportOptions,
  rejects: RejectFile,
): Promise<ImportSummary> {
  const { format, onProgress } = options
  await createStaging(connection, format)
  try {
    const staging = new StagingReader(options, rejects)
    const columns = ['line', 'npi', ...stagedColumns(format)]
    await copyInto(connection, STAGING_TABLE, columns, staging.lines())
    for (const line of await dropRepeated(connection)) {
      rejects.add(line, 'a later row has the same NPI')
    }
    const merged = await mergeStaging(connection, format, (done, total) =>
      onProgress?.('merging', done, total),
    )
    return { ...merged, ...staging.counts(), rejected: rejects.count }
  } finally {
    await dropStaging(connection)
  }
}

/** Turns a file into the lines of the staging table, counting what becomes of its rows. */
class StagingReader {
  private read = 0
  private readonly skipped: Record<string, number> = {}
  private rows: RowReader | undefined

  constructor(
    private readonly options: ImportOptions,
    private readonly rejects: RejectFile,
  ) {}

  async *lines(): AsyncGenerator<string> {
    const { path, format, onProgress } = this.options
    const file = await openSourceFile(path)
    const choose = (header: string[]) => {
      this.rows = format.open(header)
      return this.rows.positions
    }
    for await (const records of readCsv(file.text, choose)) {
      this.read += records.length
      let lines = ''
      for (const record of records) lines += this.lineOf(record)
      yield lines
      // Decompression reads ahead: the file is done when its rows are.
      onProgress?.('reading', Math.min(file.bytesRead(), file.bytes - 1), file.bytes)
    }
    if (this.read === 0) throw new UnreadableFileError('The file has a header and no rows.')
    onProgress?.('reading', file.bytes, file.bytes)
  }

  counts(): Pick<ImportSummary, 'read' | 'skipped' | 'remarks'> {
    return { read: this.read, skipped: this.skipped, remarks: this.rows?.remarks() ?? {} }
  }

  /** The row's line of the staging table; empty if it has none. */
  private lineOf({ line, values, fault }: CsvRecord): string {
    if (fault !== undefined || !this.rows) {
      this.rejects.add(line, fault ?? 'there is no header')
      return ''
    }
    const outcome = this.rows.read(values)
    if (outcome.kind === 'rejected') this.rejects.add(line, outcome.reason)
    if (outcome.kind === 'skipped') this.skip(outcome.reason)
    if (outcome.kind !== 'record') return ''
    if (this.options.isSuppressed?.(outcome.record)) {
      this.skip('removed on request')
      return ''
    }
    return this.stagingLine(line, outcome.record)
  }

  private skip(reason: string): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1
  }

  private stagingLine(line: number, { npi, fields, contacts }: ImportRecord): string {
    const { columns, derivedColumns, contactKinds } = this.options.format
    return copyLine([
      line,
      npi,
      ...columns.map((column) => fields[column] ?? null),
      ...derivedColumns.map((column) => fields[column] ?? null),
      ...contactKinds.map((kind) => contacts[kind] ?? null),
    ])
  }
}
