import { stringify } from 'csv-stringify/sync'
import { BYTE_ORDER_MARK, CSV_FORM } from '#api/contract/csv.ts'
import { type Cell, type Column, cellsOf } from './cells.ts'

/** A CSV file (RFC 4180, UTF-8), streamed batch by batch, protected against formula injection. */
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
  return stringify(rows, CSV_FORM)
}
