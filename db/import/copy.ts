import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '#db/client.ts'

/** The possible values of a column; JSON is passed as text. */
export type CopyValue = string | number | Date | readonly string[] | null

/**
 * The number of pieces prepared while the server is busy, so that neither waits for the other at
 * each chunk.
 */
const PIECES_AHEAD = 32

/**
 * Streams rows into a table with COPY.
 * @param table a trusted name: it is not escaped
 * @param rows lines of `copyLine`, with values in the order of `columns`; each chunk is one
 *   write, so many rows should be joined into one chunk
 */
export async function copyInto(
  sql: Queryable,
  table: string,
  columns: readonly string[],
  rows: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): Promise<void> {
  const query = sql.unsafe(`copy ${table} (${columns.join(', ')}) from stdin`)
  const target = await query.writable()
  // The driver already counts the query as answered: an error after the last row (a foreign key, a
  // full disk) would be lost, and the stream would never finish.
  const failure = new Promise<never>((_, reject) => Object.assign(query, { reject }))
  const over = new AbortController()
  try {
    const ahead = Readable.from(rows, { highWaterMark: PIECES_AHEAD })
    const written = pipeline(ahead, target, { signal: over.signal })
    await Promise.race([written, failure])
  } finally {
    over.abort()
  }
}

/** One row in COPY's text format, with its line feed. */
export function copyLine(row: readonly CopyValue[]): string {
  let line = ''
  for (let i = 0; i < row.length; i++) {
    if (i > 0) line += '\t'
    line += field(row[i] ?? null)
  }
  return `${line}\n`
}

function field(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escapeField(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  return escapeField(`{${value.map(arrayElement).join(',')}}`)
}

/** Elements are always quoted: they may contain commas, braces or the word NULL. */
function arrayElement(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

const SPECIAL = /[\\\n\r\t]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeField(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (c) => ESCAPES[c] ?? c) : text
}
