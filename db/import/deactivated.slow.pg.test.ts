import { afterEach, beforeEach, expect, it } from 'vitest'
import { dac } from './dac.ts'
import { deactivated } from './deactivated.ts'
import { csvOf, importBench } from './import-fixture.ts'
import { legacyCsv } from './legacy-csv.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'
import { xlsxOf, zipOf } from './source-file-fixture.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const ANN = {
  NPI: '1000000011',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': 'TESTER',
  'Provider First Name': 'ANN',
}
const BEN = { ...ANN, NPI: '1000000022', 'Provider First Name': 'BEN' }
const everybody = () => bench.sql`select * from candidates order by ordinal`
const npis = async () => (await everybody()).map(({ npi }) => npi)
const reactivated = (row: typeof ANN, day: string) => ({
  ...row,
  'NPI Deactivation Date': '10/01/2023',
  'NPI Reactivation Date': day,
})
const reportOf = (row: typeof ANN, day = '10/08/2023') =>
  csvOf([{ NPI: row.NPI, 'NPPES Deactivation Date': day }])

const rows = [
  ['Deactivated Records as of Oct 09 2023', ''],
  ['NPI', 'NPPES Deactivation Date'],
  ['1000000011', '10/08/2023'],
  ['1000000099', '10/08/2023'],
]
const csv = rows.map((row) => `${row.join(',')}\n`).join('')
it.each([
  ['a workbook in an archive', zipOf({ 'report.xlsx': xlsxOf(rows) })],
  ['CSV', csv],
  ['CSV without the title', csv.slice(csv.indexOf('NPI'))],
])('takes people out and tells the search index: %s', async (_, file) => {
  await bench.import(nppes(), nppesFile([ANN, { ...ANN, NPI: '1000000022' }]))
  const [ann] = await everybody()
  expect(await bench.import(deactivated, file)).toMatchObject({ removed: 1, absent: 1 })
  expect(await everybody()).toMatchObject([{ npi: '1000000022' }])
  expect(await bench.sql`select ordinal from candidate_deletions`).toEqual([
    { ordinal: ann?.ordinal },
  ])
  expect(await bench.import(deactivated, file)).toMatchObject({ removed: 0, absent: 2 })
})

it.each([
  ['the registry’s own', nppesFile([ANN]), 'it has 330 columns.'],
  ['a list of numbers', 'NPI\n1000000011\n', 'there is no column "NPPES Deactivation Date".'],
  [
    'Doctors and Clinicians',
    csvOf([{ NPI: ANN.NPI, pri_spec: 'UROLOGY' }]),
    'there is no column "NPPES Deactivation Date".',
  ],
])('takes nobody out by another file: %s', async (_, file, message) => {
  await bench.import(nppes(), nppesFile([ANN]))
  await expect(bench.import(deactivated, file)).rejects.toThrow(
    `It is not a report of deactivated NPIs: ${message}`,
  )
  expect(await everybody()).toHaveLength(1)
})

it('takes more than a twentieth of a directory out only when that is said to be right', async () => {
  await bench.sql`
    insert into candidates (npi, source)
    select (1000000000 + n)::text, 'nppes' from generate_series(1, 1001) n`
  const report = (count: number) =>
    csvOf(
      Array.from({ length: count }, (_, i) => ({
        NPI: String(1_000_000_001 + i),
        'NPPES Deactivation Date': '10/08/2023',
      })),
    )
  await expect(bench.import(deactivated, report(51))).rejects.toThrow(
    'It would take 51 of 1,001 people out of the directory.',
  )
  expect(await everybody()).toHaveLength(1001)
  expect(await bench.import(deactivated, report(51), { isForced: true })).toMatchObject({
    removed: 51,
  })
})

it.each([
  ['an empty directory', []],
  ['one in use', [BEN]],
])('keeps those out whom the registry’s file still names: %s', async (_, others) => {
  await bench.import(nppes(), nppesFile([ANN, ...others]))
  await bench.import(deactivated, reportOf(ANN))
  for (let run = 1; run <= 2; run++) {
    expect(await bench.import(nppes(), nppesFile([ANN, ...others]))).toMatchObject({
      new: 0,
      changed: 0,
      skipped: { deactivated: 1 },
    })
  }
  const list = csvOf([{ Contactfirstname: 'Ann', Contactlastname: 'Tester', NPI: ANN.NPI }])
  expect(await bench.import(legacyCsv, list)).toMatchObject({ new: 0 })
  expect(await npis()).toEqual(others.map(({ NPI }) => NPI))
})

it.each([
  ['the day before', '10/07/2023', []],
  ['the same day', '10/08/2023', [ANN.NPI]],
  ['later', '01/31/2025', [ANN.NPI]],
])('lets in who was deactivated and came back: %s', async (_, day, expected) => {
  const file = nppesFile([reactivated(ANN, day)])
  await bench.import(nppes(), file)
  await bench.import(deactivated, reportOf(ANN))
  expect(await npis()).toEqual(expected)
  await bench.import(nppes(), file)
  expect(await npis()).toEqual(expected)
  expect(await bench.import(deactivated, reportOf(ANN))).toMatchObject({ removed: 0 })
  expect(await npis()).toEqual(expected)
})

it('takes out again who was deactivated after coming back, and stays out after an older report', async () => {
  const file = nppesFile([reactivated(ANN, '01/31/2025')])
  await bench.import(deactivated, reportOf(ANN))
  await bench.import(nppes(), file)
  const list = csvOf([
    { Contactfirstname: 'Ann', Contactlastname: 'Tester', NPI: ANN.NPI, Companyname: 'A Clinic' },
  ])
  expect(await bench.import(legacyCsv, list)).toMatchObject({ changed: 1 })
  expect(await bench.import(deactivated, reportOf(ANN, '02/01/2025'))).toMatchObject({ removed: 1 })
  await bench.import(deactivated, reportOf(ANN))
  expect(await bench.import(nppes(), file)).toMatchObject({ new: 0 })
  expect(await npis()).toEqual([])
})

it('changes nothing the second time, in whatever order the files come', async () => {
  const files = [
    [nppes(), nppesFile([ANN, BEN, reactivated({ ...ANN, NPI: '1000000033' }, '01/31/2025')])],
    [dac(), csvOf([ANN, BEN].map(({ NPI }) => ({ NPI, pri_spec: 'UROLOGY' })))],
    [
      deactivated,
      csvOf(
        [ANN.NPI, '1000000033'].map((NPI) => ({ NPI, 'NPPES Deactivation Date': '10/08/2023' })),
      ),
    ],
  ] as const
  for (const first of files) {
    await bench.sql`delete from candidates`
    await bench.sql`delete from deactivated_npis`
    for (const [format, text] of [first, ...files]) await bench.import(format, text)
    for (const [format, text] of [...files, ...files.toReversed()]) {
      const summary = await bench.import(format, text)
      expect(summary).toMatchObject({ new: 0, changed: 0, removed: 0 })
    }
    expect(await npis()).toEqual([BEN.NPI, '1000000033'])
  }
})

it('does not take a day that it cannot read', async () => {
  const report = csvOf([{ NPI: ANN.NPI, 'NPPES Deactivation Date': 'soon' }])
  expect(await bench.import(deactivated, report)).toMatchObject({ rejected: 1, removed: 0 })
})
