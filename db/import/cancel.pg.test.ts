import { afterEach, beforeEach, expect, it } from 'vitest'
import { csvOf, importBench } from './import-fixture.ts'
import { legacyCsv } from './legacy-csv.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

/** Two batches and part of a third. */
const PEOPLE = 12_000
const file = (title: string) =>
  csvOf(
    Array.from({ length: PEOPLE }, (_, i) => ({
      NPI: String(1_300_000_000 + i),
      Contactfirstname: 'Ann',
      Contactlastname: `Tester ${i}`,
      Contacttitle: title,
    })),
  )
const surgeons = async () =>
  (await bench.sql`select count(*)::integer as count from candidates where title = 'Surgeon'`)[0]
    ?.count

it.each([
  ['into an empty directory', []],
  ['into a directory in use', [file('Physician')]],
])('an import cancelled while it reads changes nothing: %s', async (_, before) => {
  for (const content of before) await bench.import(legacyCsv, content)
  const stop = new AbortController()
  const cancelled = bench.import(legacyCsv, file('Surgeon'), {
    signal: stop.signal,
    onProgress: (phase) => phase === 'reading' && stop.abort(),
  })
  await expect(cancelled).rejects.toThrow(/abort/i)
  expect(await surgeons()).toBe(0)
  expect(await bench.sql`select to_regclass('import_staging') as left`).toEqual([{ left: null }])
})

it('an import cancelled while it merges ends with its batch, and the next run does the rest', async () => {
  await bench.import(legacyCsv, file('Physician'))
  const stop = new AbortController()
  const progress: number[] = []
  const summary = await bench.import(legacyCsv, file('Surgeon'), {
    signal: stop.signal,
    onProgress: (phase, done) => {
      if (phase === 'merging') progress.push(done)
      if (phase === 'merging' && done > 0) stop.abort()
    },
  })
  expect(progress).toEqual([0, 0, 5_000])
  expect(summary).toMatchObject({ read: PEOPLE, changed: 5_000, unchanged: 0 })
  expect(await surgeons()).toBe(5_000)
  expect(await bench.import(legacyCsv, file('Surgeon'))).toMatchObject({
    ...{ changed: PEOPLE - 5_000, unchanged: 5_000 },
  })
})
