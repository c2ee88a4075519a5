import { type Cell, neutralise } from '#api/services/export/cells.ts'
import { csvHeader, csvLines } from '#api/services/export/csv-lines.ts'

/** A listing as CSV (RFC 4180, UTF-8), streamed, safe from formula injection. */
export async function* csvListing<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: Record<string, (row: Row) => Cell>,
): AsyncGenerator<Uint8Array> {
  yield csvHeader(Object.keys(columns))
  const values = Object.values(columns)
  for await (const rows of batches) {
    yield csvLines(
      rows.map((row) =>
        values.map((value) => {
          const cell = value(row)
          return typeof cell === 'string' ? neutralise(cell) : cell
        }),
      ),
    )
  }
}

/** A listing as NDJSON, a row per line. */
export async function* ndjsonListing<Row>(
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) {
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
}
