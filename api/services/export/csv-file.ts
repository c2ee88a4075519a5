import { stringify } from 'csv-stringify/sync'
import type { ExportColumn, ExportedPerson } from '#api/contract/export-columns.ts'
import { type Cell, rowOf } from './cells.ts'

/**
 * Without it Excel decodes UTF-8 as the system's old code page and breaks accented names; other
 * programs skip it.
 */
const BYTE_ORDER_MARK = '\uFEFF'

/** A CSV file (RFC 4180, UTF-8), streamed row by row. */
export async function* csvFile(
  batches: AsyncIterable<readonly ExportedPerson[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  yield bytes(BYTE_ORDER_MARK, [columns.map(({ header }) => header)])
  for await (const people of batches) {
    yield bytes(
      '',
      people.map((person) => rowOf(person, columns)),
    )
  }
}

function bytes(start: string, rows: Cell[][]): Uint8Array {
  return Buffer.from(start + stringify(rows, { record_delimiter: '\r\n' }))
}
