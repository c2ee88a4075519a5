import { type CsvRecord, readCsv } from './csv.ts'
import { type TextDecoding, UNREADABLE_CHARACTER } from './decode-text.ts'
import type { ImportFormat, ImportRecord, RowReader } from './format.ts'
import type { RejectFile } from './reject-file.ts'
import { openSourceFile, type SourceFile } from './source-file.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** The number of bad rows from which a file of mostly bad rows is rejected as wrong or damaged. */
const REJECTED_TO_GIVE_UP = 20
/**
 * The number of bad rows at which reading stops: a small archive can contain billions, each a line
 * of the reject file.
 */
const REJECTED_TO_STOP_AT = 100_000

const count = (rows: number) => rows.toLocaleString('en-US')

export interface LocatedRecord extends ImportRecord {
  /** The line of the file where the record begins. */
  line: number
}

/** The counts of a file's rows. */
export interface RowCounts {
  /** The number of rows in the file, without the header. */
  read: number
  /** The number of rows about suppressed people. */
  suppressed: number
  /** The number of skipped rows, by reason. */
  skipped: Record<string, number>
  /** Additional counts, by name. */
  remarks: Record<string, number>
}

export interface RecordReaderOptions {
  path: string
  format: ImportFormat
  rejects: RejectFile
  isSuppressed(record: ImportRecord): boolean
  isDeactivated(record: ImportRecord): boolean
  onProgress?(done: number, total: number): void
  signal?: AbortSignal | undefined
}

/** Reads the records of a file, and separates unusable rows. */
export class RecordReader {
  private read = 0
  private suppressed = 0
  private readonly skipped: Record<string, number> = {}
  private rows: RowReader | undefined

  constructor(private readonly options: RecordReaderOptions) {}

  /**
   * The records, in batches.
   * @throws UnreadableFileError when the file is unusable
   */
  async *records(): AsyncGenerator<LocatedRecord[]> {
    const { path, format, onProgress, signal } = this.options
    const file = await openSourceFile(path)
    const choose = (header: string[]) => {
      this.rows = format.open(header)
      return this.rows?.positions
    }
    for await (const rows of readCsv(file, choose)) {
      signal?.throwIfAborted()
      this.read += rows.length
      const records: LocatedRecord[] = []
      for (const row of rows) {
        const record = this.recordOf(row, file)
        if (record) records.push(record)
      }
      this.assertUsableSoFar()
      yield records
      // Decompression reads ahead: the file is complete only when its rows are.
      onProgress?.(Math.min(file.bytesRead(), file.bytes - 1), file.bytes)
    }
    this.assertUsable()
    onProgress?.(file.bytes, file.bytes)
  }

  counts(): RowCounts {
    const { read, suppressed, skipped } = this
    return { read, suppressed, skipped, remarks: this.rows?.remarks() ?? {} }
  }

  private recordOf(row: CsvRecord, file: SourceFile): LocatedRecord | undefined {
    const { rejects, isSuppressed, isDeactivated } = this.options
    const error = row.error ?? unreadable(row, file.decoding)
    if (error !== undefined || !this.rows) {
      rejects.add(row.line, error ?? 'there is no header')
      return undefined
    }
    const outcome = this.rows.read(row.values)
    if (outcome.kind === 'rejected') rejects.add(row.line, outcome.reason)
    if (outcome.kind === 'skipped') this.skip(outcome.reason)
    if (outcome.kind !== 'record') return undefined
    if (isSuppressed(outcome.record)) {
      this.suppressed++
      return undefined
    }
    if (isDeactivated(outcome.record)) {
      this.skip('deactivated')
      return undefined
    }
    return Object.assign(outcome.record, { line: row.line })
  }

  private skip(reason: string): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1
  }

  private assertUsableSoFar(): void {
    if (this.options.rejects.count >= REJECTED_TO_STOP_AT) this.assertUsable()
  }

  private assertUsable(): void {
    const { rejects } = this.options
    if (this.read === 0) throw new UnreadableFileError('The file has a header and no rows.')
    if (rejects.count >= REJECTED_TO_GIVE_UP && rejects.count > this.read / 2) {
      throw new UnreadableFileError(
        `${count(rejects.count)} of its ${count(this.read)} rows cannot be used, the first because ${rejects.first}.`,
      )
    }
  }
}

/**
 * The reason why a row is unreadable. A single unreadable character makes its row unusable; in a
 * file that is not even UTF-8, it makes all other rows unusable too.
 */
function unreadable({ line, values }: CsvRecord, decoding: TextDecoding): string | undefined {
  if (!decoding.hasUnreadable) return undefined
  if (!values.some((value) => value.includes(UNREADABLE_CHARACTER))) return undefined
  if (decoding.encoding === 'latin-1') {
    throw new UnreadableFileError(
      `The text is neither UTF-8 nor Latin-1 (line ${line}): save the file as UTF-8.`,
    )
  }
  return 'a character cannot be read'
}
