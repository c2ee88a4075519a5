import type { ExportColumn, ExportedPerson } from '#api/contract/export-columns.ts'
import { rowOf } from './cells.ts'
import { csvHeader, csvLines } from './csv-lines.ts'

/** A CSV file (RFC 4180, UTF-8), streamed row by row. */
export async function* csvFile(
  batches: AsyncIterable<readonly ExportedPerson[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  yield csvHeader(columns.map(({ header }) => header))
  for await (const people of batches) {
    yield csvLines(people.map((person) => rowOf(person, columns)))
  }
}
