import { stringify } from 'csv-stringify/sync'
import { type Cell, type Column, cellsOf } from './cells.ts'

/**
 * Starts a CSV file. Without it Excel decodes UTF-8 as the system's old code page and breaks accented
 * names; other programs skip it.
 */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where the system's list separator is another one, as in French Canada, Excel splits lines there: unquoted,
 * the rest of a value would stand in a cell of its own, and could be a formula.
 */
const OTHER_DELIMITERS = /[;\t]/

/** A CSV file (RFC 4180, UTF-8), streamed batch by batch, safe from formula injection. */
export async function* csvFile<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + csvText([columns.map(({ header }) => header)]))
  for await (const rows of batches) {
    yield Buffer.from(csvText(rows.map((row) => cellsOf(row, columns))))
  }
}

function csvText(rows: Cell[][]): string {
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: OTHER_DELIMITERS })
}
