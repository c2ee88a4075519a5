/**
 * A CSV reader (RFC 4180) for files with hundreds of columns, of which an import needs a few. It
 * works on bytes: only the chosen values become text, which is an order of magnitude faster than a
 * reader that builds every row.
 */

import { UnreadableFileError } from './unreadable-file-error.ts'

/** A stream of bytes in a superset of ASCII, with their decoder. */
export interface CsvSource {
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>
  /** The text of `bytes` from `start` to `end`, both on character boundaries. */
  decode(bytes: Buffer, start: number, end: number): string
  /** Whether a record may end before its last values, which then are empty: Excel omits them. */
  isRagged?: boolean
}

/** One record, which may have an error. */
export interface CsvRecord {
  /** The line of the file where the record starts; the header is on line 1. */
  line: number
  /** The chosen values, in the order of the choice. */
  values: string[]
  /** The error that makes the record unusable. */
  error?: string
}

/** The longest record: a quote that is never closed would otherwise consume the rest of the file. */
const RECORD_BYTES_MAX = 1_000_000

/** Empty values are skipped four at a time: most of the registry's values are empty. */
const EMPTY_VALUES = Buffer.from('"",'.repeat(4))
const [EMPTY_1, EMPTY_2, EMPTY_3] = [0, 4, 8].map((at) => EMPTY_VALUES.readInt32LE(at))

const QUOTE = 34
const COMMA = 44
const LINE_FEED = 10
const RETURN = 13
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * Reads records in batches. Accepts a byte order mark, any line ending and empty lines.
 * @param choose receives the header and returns the positions of the wanted columns; undefined
 *   when it received a title that precedes the header
 * @throws UnreadableFileError when the text is empty or ends within a record
 */
export async function* readCsv(
  source: CsvSource,
  choose: (header: string[]) => readonly number[] | undefined,
): AsyncGenerator<CsvRecord[]> {
  let scanner: RecordScanner | undefined
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  for await (const chunk of withEnd(source.chunks)) {
    const isLast = chunk === undefined
    if (chunk) rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (!scanner) {
      if (isLast && rest.length === 0 && line > 1) {
        throw new UnreadableFileError('There is no header in it.')
      }
      const header = readHeader(source, rest, isLast)
      if (!header) break
      const chosen = choose(header.names)
      line += countLines(rest, 0, header.end)
      rest = rest.subarray(header.end)
      if (chosen) scanner = new RecordScanner(source, chosen, header.names.length, line)
    }
    const { records, consumed } = scanner?.scan(rest, isLast) ?? { records: [], consumed: 0 }
    rest = rest.subarray(consumed)
    if (rest.length > RECORD_BYTES_MAX) {
      throw new UnreadableFileError(
        `The record on line ${scanner?.line ?? line} never ends: a quote is missing.`,
      )
    }
    if (records.length > 0) yield records
  }
}

async function* withEnd(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer | undefined> {
  yield* chunks
  yield undefined
}

/** The column names and the start of the first record; undefined while the header is incomplete. */
function readHeader(
  source: CsvSource,
  bytes: Buffer,
  isLast: boolean,
): { names: string[]; end: number } | undefined {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const start = isMarked ? BYTE_ORDER_MARK.length : 0
  const scanner = new RecordScanner(source, 'all', 0, 1)
  const end = scanner.scanOne(bytes, start, isLast)
  if (end === undefined) {
    if (!isLast) return undefined
    throw new UnreadableFileError(
      bytes.length > start ? 'The file is cut off within its header.' : 'The file is empty.',
    )
  }
  return { names: scanner.values(bytes, start).map((name) => name.trim()), end }
}

class RecordScanner {
  private columns = 0
  private error: string | undefined
  /** The start and the end of each chosen value of the current record; 0 and 0 for an empty one. */
  private readonly from: number[]
  private readonly to: number[]
  /** The end of the last chosen value. */
  private lastEnd = 0
  /** Whether a value of the record contains a quote, which is doubled in the file. */
  private hasDoubledQuotes = false
  /** The index among the chosen columns, by column; -1 for a column not chosen. */
  private readonly slots: Int32Array | undefined

  constructor(
    private readonly source: CsvSource,
    chosen: readonly number[] | 'all',
    private readonly width: number,
    public line: number,
  ) {
    const count = chosen === 'all' ? 0 : chosen.length
    this.from = new Array<number>(count).fill(0)
    this.to = new Array<number>(count).fill(0)
    if (chosen === 'all') return
    this.slots = new Int32Array(width).fill(-1)
    for (const [slot, column] of chosen.entries()) if (column >= 0) this.slots[column] = slot
  }

  /**
   * All complete records in the bytes. With `isLast` the end of the bytes also ends the last
   * record.
   */
  scan(bytes: Buffer, isLast: boolean): { records: CsvRecord[]; consumed: number } {
    const records: CsvRecord[] = []
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let start = 0
    while (start < bytes.length) {
      const end = this.scanOne(bytes, start, isLast, view)
      if (end === undefined) {
        if (isLast) throw this.truncated()
        break
      }
      const isEmpty = this.columns === 1 && isBlank(bytes, start, end)
      if (!isEmpty) {
        const isCut =
          isLast && end === bytes.length && !endsLine(bytes) && this.columns < this.width
        if (isCut) throw this.truncated()
        records.push(this.record(bytes, start))
      }
      this.line += countLines(bytes, start, end)
      start = end
    }
    return { records, consumed: start }
  }

  /**
   * Scans the record that starts here.
   * @param view a view of the bytes, for skipping runs of empty values
   * @returns the start of the next record, or undefined when the record is incomplete
   */
  scanOne(bytes: Buffer, start: number, isLast: boolean, view?: DataView): number | undefined {
    const { slots, from: starts, to: ends } = this
    starts.fill(0)
    ends.fill(0)
    this.lastEnd = start
    this.hasDoubledQuotes = false
    this.error = undefined
    let column = 0
    let at = start
    for (;;) {
      if (view !== undefined) {
        const skipped = emptyValues(bytes, view, at)
        column += skipped
        at += skipped * 3
      }
      const isQuoted = bytes[at] === QUOTE
      const from = isQuoted ? at + 1 : at
      const to = isQuoted ? this.closingQuote(bytes, from) : plainEnd(bytes, from)
      if (to === -1) return undefined
      const slot = slots === undefined ? column : (slots[column] ?? -1)
      if (slot !== -1) {
        starts[slot] = from
        ends[slot] = to
        this.lastEnd = to
      }
      column++
      at = to
      if (isQuoted) {
        at = plainEnd(bytes, to + 1)
        if (at > to + 1) this.error ??= `text after the closing quote of value ${column}`
      }
      if (bytes[at] === COMMA) {
        at++
        continue
      }
      this.columns = column
      return afterLineEnd(bytes, at, isLast && at > start)
    }
  }

  /** The chosen values of the scanned record, which begins at `start`. */
  values(bytes: Buffer, start: number): string[] {
    const { from: starts, to: ends, lastEnd, hasDoubledQuotes } = this
    const text = this.source.decode(bytes, start, lastEnd)
    // Each character is one byte, so byte offsets are string offsets.
    const isAligned = text.length === lastEnd - start
    const values = new Array<string>(starts.length)
    for (let slot = 0; slot < values.length; slot++) {
      const from = starts[slot] ?? 0
      const to = ends[slot] ?? 0
      if (from === to) {
        values[slot] = ''
        continue
      }
      const value = isAligned
        ? text.slice(from - start, to - start)
        : this.source.decode(bytes, from, to)
      const isQuoted = bytes[from - 1] === QUOTE
      values[slot] = hasDoubledQuotes && isQuoted ? value.replaceAll('""', '"') : value
    }
    return values
  }

  /** The position of the quote that ends a quoted value; -1 if there is none. */
  private closingQuote(bytes: Buffer, from: number): number {
    let at = from
    while (at < bytes.length) {
      if (bytes[at] !== QUOTE) at++
      else if (bytes[at + 1] === QUOTE) {
        this.hasDoubledQuotes = true
        at += 2
      } else return at
    }
    return -1
  }

  private record(bytes: Buffer, start: number): CsvRecord {
    const { line, columns, width } = this
    const values = this.values(bytes, start)
    const isWhole = columns === width || (this.source.isRagged === true && columns < width)
    const error = this.error ?? (isWhole ? undefined : `${columns} values, the header has ${width}`)
    return error === undefined ? { line, values } : { line, values, error }
  }

  private truncated(): UnreadableFileError {
    return new UnreadableFileError(`The file is cut off: line ${this.line} has no end.`)
  }
}

/** How many consecutive values from here are empty, quoted and not the last of the record. */
function emptyValues(bytes: Buffer, view: DataView, start: number): number {
  const last = bytes.length - EMPTY_VALUES.length
  let at = start
  while (
    at <= last &&
    view.getInt32(at, true) === EMPTY_1 &&
    view.getInt32(at + 4, true) === EMPTY_2 &&
    view.getInt32(at + 8, true) === EMPTY_3
  ) {
    at += EMPTY_VALUES.length
  }
  while (bytes[at] === QUOTE && bytes[at + 1] === QUOTE && bytes[at + 2] === COMMA) at += 3
  return (at - start) / 3
}

/** The start of the next record; undefined when the line continues beyond the bytes. */
function afterLineEnd(bytes: Buffer, at: number, mayEndHere: boolean): number | undefined {
  if (at >= bytes.length) return mayEndHere ? at : undefined
  if (bytes[at] === LINE_FEED) return at + 1
  if (at + 1 >= bytes.length) return mayEndHere ? at + 1 : undefined
  return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1
}

/** The end of an unquoted value: at a comma, a line ending or the end of the bytes. */
function plainEnd(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === COMMA || byte === LINE_FEED || byte === RETURN) break
    at++
  }
  return at
}

/** Whether a line is blank: a line ending with at most blanks before it. */
function isBlank(bytes: Buffer, start: number, end: number): boolean {
  return end - start <= 2 && bytes.toString('latin1', start, end).trim() === ''
}

function endsLine(bytes: Buffer): boolean {
  const last = bytes[bytes.length - 1]
  return last === LINE_FEED || last === RETURN
}

function countLines(bytes: Buffer, start: number, end: number): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED, start); at !== -1 && at < end; lines++) {
    at = at + 1 < end ? bytes.indexOf(LINE_FEED, at + 1) : end
  }
  // Old Macintosh files end lines with only a carriage return.
  return lines > 0 ? lines : 1
}
