import { afterEach, beforeEach, expect, it } from 'vitest'
import { csvOf, importBench } from './import-fixture.ts'
import { legacyCsv } from './legacy-csv.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const file = (from: number, count: number) =>
  csvOf(
    Array.from({ length: count }, (_, i) => ({
      NPI: String(1_300_000_000 + from + i),
      Contactfirstname: 'Ann',
      Contactlastname: `Tester ${from + i}`,
      Contactemail: `ann${from + i}@example.com`,
    })),
  )

it('a file that fills a small directory is merged about as fast as it is read', async () => {
  await bench.import(legacyCsv, file(0, 1_000))
  const start = performance.now()
  let [read, merged] = [0, 0]
  const summary = await bench.import(legacyCsv, file(10_000, 20_000), {
    onProgress(phase) {
      if (phase === 'reading') read = performance.now()
      else merged = performance.now()
    },
  })
  expect(summary.new).toBe(20_000)
  // When each row of a batch read all contacts, it took 25 times as long.
  expect(merged - read).toBeLessThan(5 * (read - start))
})
