/** An NDJSON file with one row per line, streamed batch by batch. */
export async function* ndjsonFile<Row>(
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) {
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
}
