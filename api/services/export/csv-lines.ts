import { stringify } from 'csv-stringify/sync'
import type { Cell } from './cells.ts'

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

/** The header line of a CSV file, after the mark of its encoding. */
export function csvHeader(names: readonly string[]): Uint8Array {
  return Buffer.from(BYTE_ORDER_MARK + csvText([names]))
}

/** Rows as lines of a CSV file (RFC 4180, UTF-8). */
export function csvLines(rows: readonly (readonly Cell[])[]): Uint8Array {
  return Buffer.from(csvText(rows))
}

function csvText(rows: readonly (readonly Cell[])[]): string {
  return stringify([...rows], { record_delimiter: '\r\n', quoted_match: OTHER_DELIMITERS })
}
