/**
 * A CSV reader (RFC 4180) for files of hundreds of columns of which an import wants a few: values
 * that nobody asked for are skipped without being cut out, which makes it an order faster than a
 * reader that builds every row.
 */

import { UnreadableFileError } from './unreadable-file-error.ts'

/** One record, or why it is none. */
export interface CsvRecord {
  /** Line of the file where it starts; the header is on line 1. */
  line: number
  /** The chosen values, in the order they were chosen in. */
  values: string[]
  /** Set when the record cannot be used as it stands. */
  fault?: string
}

/** A quote that is never closed would otherwise swallow the rest of the file. */
const RECORD_CHARACTERS_MAX = 1_000_000

/** Wide files are mostly this; chosen values are empty unless set, so a run is stepped over. */
const EMPTY_RUNS = [64, 8].map((columns) => ({ columns, text: '"",'.repeat(columns) }))

const QUOTE = 34
const COMMA = 44
const LINE_FEED = 10
const RETURN = 13
const BYTE_ORDER_MARK = 0xfeff

/**
 * Reads records as they come, some at a time. Takes a byte order mark, either line end and empty
 * lines in its stride.
 * @param choose is given the header and names the wanted columns by position; undefined when what
 *   it was given is a title and the header is still to come
 * @throws UnreadableFileError when the text is empty or ends within a record
 */
export async function* readCsv(
  text: AsyncIterable<string> | Iterable<string>,
  choose: (header: string[]) => readonly number[] | undefined,
): AsyncGenerator<CsvRecord[]> {
  let scanner: RecordScanner | undefined
  let rest = ''
  let line = 1
  for await (const chunk of withEnd(text)) {
    rest += chunk ?? ''
    const isLast = chunk === undefined
    while (!scanner) {
      if (isLast && rest === '' && line > 1) {
        throw new UnreadableFileError('There is no header in it.')
      }
      const header = readHeader(rest, isLast)
      if (!header) break
      const chosen = choose(header.names)
      line += countLines(rest, 0, header.end)
      rest = rest.slice(header.end)
      if (chosen) scanner = new RecordScanner(chosen, header.names.length, line)
    }
    const { records, consumed } = scanner?.scan(rest, isLast) ?? { records: [], consumed: 0 }
    rest = rest.slice(consumed)
    if (rest.length > RECORD_CHARACTERS_MAX) {
      throw new UnreadableFileError(
        `The record on line ${scanner?.line ?? line} never ends: a quote is missing.`,
      )
    }
    if (records.length > 0) yield records
  }
}

async function* withEnd(
  text: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string | undefined> {
  yield* text
  yield undefined
}

/** Column names and where the first record starts; undefined while the header is incomplete. */
function readHeader(text: string, isLast: boolean): { names: string[]; end: number } | undefined {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
  const scanner = new RecordScanner('all', 0, 1)
  const end = scanner.scanOne(text, start, isLast)
  if (end === undefined) {
    if (!isLast) return undefined
    throw new UnreadableFileError(
      text.length > start ? 'The file is cut off within its header.' : 'The file is empty.',
    )
  }
  return { names: scanner.values.map((name) => name.trim()), end }
}

class RecordScanner {
  values: string[] = []
  private columns = 0
  private fault: string | undefined
  /** Position among the chosen columns by column; undefined where nobody asked. */
  private readonly slots: (number | undefined)[] = []
  private readonly chosen: number | 'all'

  constructor(
    chosen: readonly number[] | 'all',
    private readonly width: number,
    public line: number,
  ) {
    this.chosen = chosen === 'all' ? 'all' : chosen.length
    if (chosen === 'all') return
    for (const [slot, column] of chosen.entries()) this.slots[column] = slot
  }

  /** All complete records of the text. With `isLast` the end of the text ends the last one too. */
  scan(text: string, isLast: boolean): { records: CsvRecord[]; consumed: number } {
    const records: CsvRecord[] = []
    let start = 0
    while (start < text.length) {
      const end = this.scanOne(text, start, isLast)
      if (end === undefined) {
        if (isLast) throw this.truncated()
        break
      }
      const isEmpty = this.columns === 1 && isBlank(text, start, end)
      if (!isEmpty) {
        const isCut = isLast && end === text.length && !endsLine(text) && this.columns < this.width
        if (isCut) throw this.truncated()
        records.push(this.record())
      }
      this.line += countLines(text, start, end)
      start = end
    }
    return { records, consumed: start }
  }

  /** Takes in the record that starts here; where the next starts, or undefined if it is cut off. */
  scanOne(text: string, start: number, isLast: boolean): number | undefined {
    this.values = this.chosen === 'all' ? [] : new Array<string>(this.chosen).fill('')
    this.columns = 0
    this.fault = undefined
    let at = start
    for (;;) {
      if (this.chosen !== 'all' && text.charCodeAt(at + 1) === QUOTE) at = this.skipEmpty(text, at)
      const from = at
      let value: string | undefined
      const slot = this.chosen === 'all' ? this.columns : this.slots[this.columns]
      if (text.charCodeAt(at) === QUOTE) {
        const close = closingQuote(text, at + 1)
        if (close === -1) return undefined
        if (slot !== undefined) value = unquote(text.slice(at + 1, close))
        at = close + 1
        const after = plainEnd(text, at)
        if (after > at) this.fault ??= `text after the closing quote of value ${this.columns + 1}`
        at = after
      } else {
        at = plainEnd(text, at)
        if (slot !== undefined) value = text.slice(from, at)
      }
      if (slot !== undefined && value !== undefined) this.values[slot] = value
      this.columns++
      const code = text.charCodeAt(at)
      if (code === COMMA) at++
      else if (code === LINE_FEED) return at + 1
      else if (code === RETURN && (at + 1 < text.length || isLast)) {
        return text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1
      } else return isLast && at > start ? at : undefined
    }
  }

  private skipEmpty(text: string, from: number): number {
    let at = from
    for (const run of EMPTY_RUNS) {
      while (text.startsWith(run.text, at)) {
        at += run.text.length
        this.columns += run.columns
      }
    }
    return at
  }

  private record(): CsvRecord {
    const { line, values, columns, width } = this
    const fault =
      this.fault ?? (columns === width ? undefined : `${columns} values, the header has ${width}`)
    return fault === undefined ? { line, values } : { line, values, fault }
  }

  private truncated(): UnreadableFileError {
    return new UnreadableFileError(`The file is cut off: line ${this.line} has no end.`)
  }
}

/** Position of the quote that ends a quoted value, -1 if there is none. Doubled quotes are text. */
function closingQuote(text: string, from: number): number {
  // Most values of wide files are empty.
  if (text.charCodeAt(from) === QUOTE && text.charCodeAt(from + 1) !== QUOTE) return from
  let close = text.indexOf('"', from)
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2)
  return close
}

function unquote(text: string): string {
  return text.includes('""') ? text.replaceAll('""', '"') : text
}

/** Where a value without quotes ends: at a comma, a line end or the end of the text. */
function plainEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === LINE_FEED || code === RETURN) break
    at++
  }
  return at
}

function isBlank(text: string, start: number, end: number): boolean {
  return end - start <= 2 && text.slice(start, end).trim() === ''
}

function endsLine(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last === LINE_FEED || last === RETURN
}

function countLines(text: string, start: number, end: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    lines++
  }
  // Old Macintosh files end lines with a return alone.
  return lines > 0 ? lines : 1
}
