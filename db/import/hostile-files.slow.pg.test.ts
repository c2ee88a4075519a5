import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importBench } from './import-fixture.ts'
import { legacyCsv } from './legacy-csv.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const HEADER = 'NPI,Contactfirstname,Contactlastname\n'
const MEGABYTE = 1_000_000

/** Writes a header and `megabytes` of one repeated text. */
async function fileOf(text: string, megabytes: number, isPacked: boolean): Promise<string> {
  const path = join(bench.folder, 'hostile')
  const piece = Buffer.from(text.repeat(Math.ceil(MEGABYTE / text.length)))
  const content = Readable.from(
    (function* () {
      yield Buffer.from(HEADER)
      for (let i = 0; i < megabytes; i++) yield piece
    })(),
  )
  const file = createWriteStream(path)
  await (isPacked ? pipeline(content, createGzip(), file) : pipeline(content, file))
  return path
}

async function failureOf(path: string) {
  const before = { memory: process.memoryUsage().rss, at: Date.now() }
  const message = await bench.import(legacyCsv, '', { path }).then(
    () => 'taken in',
    (error: Error) => error.message,
  )
  return {
    message,
    megabytes: (process.memoryUsage().rss - before.memory) / MEGABYTE,
    people: (await bench.sql`select 1 from candidates limit 1`).length,
  }
}

it('one endless line is refused after a megabyte of it', async () => {
  const failure = await failureOf(await fileOf('x', 300, false))
  expect(failure).toMatchObject({
    message: expect.stringContaining('line 2 never ends'),
    people: 0,
  })
  expect(failure.megabytes).toBeLessThan(100)
})

it('an archive that unpacks without end is refused before it fills the disk', async () => {
  const row = `1300000000,Ann,${'Tester'.repeat(2000)}\n`
  const failure = await failureOf(await fileOf(row, 300, true))
  expect(failure).toMatchObject({
    ...{ message: 'The archive unpacks to far more than a file of people would.', people: 0 },
  })
})

it('a file of nothing but bad rows is refused long before its end', async () => {
  const failure = await failureOf(await fileOf('1,,\n', 40, false))
  expect(failure.message).toMatch(
    /^1\d{2},\d{3} of its [\d,]+ rows cannot be used, the first because/,
  )
  expect(failure.people).toBe(0)
})
