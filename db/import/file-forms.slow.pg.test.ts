import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importBench } from './import-fixture.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'
import { ANN, BEN } from './nppes-people-fixture.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const people = () => bench.sql`select * from candidates order by ordinal`

it.each([
  [
    'the older name of the column',
    nppesFile([ANN]).replace('"Provider Sex Code"', '"Provider Gender Code"'),
  ],
  ['a byte order mark', `\uFEFF${nppesFile([ANN])}`],
  ['line ends of Windows', nppesFile([ANN]).replaceAll('\n', '\r\n')],
  [
    'dates and ZIP codes that a spreadsheet rewrote',
    nppesFile([{ ...ANN, 'Last Update Date': '7/8/20' }]),
  ],
  ['columns in another order', nppesFile([ANN], { reversed: true })],
  [
    'columns it does not know',
    nppesFile([{ ...ANN, 'Brand New Column': 'x' }], { extra: ['Brand New Column'] }),
  ],
])('takes %s', async (_, text) => {
  expect(await bench.import(nppes(), text)).toMatchObject({ new: 1, rejected: 0 })
  expect((await people())[0]).toMatchObject({
    gender: 'Female',
    last_name: "O'Tester",
    source_updated_at: new Date('2020-07-08T00:00:00Z'),
  })
})

it('takes compressed text', async () => {
  const summary = await bench.import(nppes(), gzipSync(nppesFile([ANN])))
  expect(summary.new).toBe(1)
})

it('takes any text a value may hold', async () => {
  const odd = { ...ANN, 'Provider First Name': 'A\\N\tN "QUOTED", N\nULL' }
  await bench.import(nppes(), nppesFile([odd]))
  expect((await people())[0]?.first_name).toBe('A\\n N "quoted", N Ull')
})

it.each([
  ['nothing', '', 'The file is empty.'],
  ['a header alone', nppesFile([]), 'The file has a header and no rows.'],
  ['another kind of file', 'a,b\n1,2\n', 'It is not an NPPES file: there is no column "NPI".'],
  [
    'text that is cut off',
    nppesFile([ANN, BEN]).slice(0, -900),
    'The file is cut off: line 3 has no end.',
  ],
  [
    'compressed text that is cut off',
    gzipSync(nppesFile([ANN, BEN])).subarray(0, -60),
    'The file is damaged or cut off.',
  ],
])('refuses %s in one sentence and changes nothing', async (_, content, message) => {
  await bench.import(nppes(), nppesFile([BEN]))
  await expect(bench.import(nppes(), content)).rejects.toThrow(message)
  expect(await people()).toHaveLength(1)
  expect(await bench.sql`select to_regclass('import_staging') as staging`).toEqual([
    { staging: null },
  ])
})

it('refuses a file that is not there', async () => {
  const path = join(bench.folder, 'none.csv')
  await expect(bench.import(nppes(), '', { path })).rejects.toThrow('The file cannot be read.')
})
