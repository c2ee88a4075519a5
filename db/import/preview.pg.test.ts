import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EXAMPLES_MAX } from '#db/schema/directory-imports.ts'
import { dac } from './dac.ts'
import { deactivated } from './deactivated.ts'
import type { ImportFormat } from './format.ts'
import { csvOf, importBench, SUPPRESSION_KEY } from './import-fixture.ts'
import { legacyCsv } from './legacy-csv.ts'
import { previewImport } from './preview.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const npi = (i: number) => String(1_300_000_000 + i)
const rowOf = (i: number) => ({
  NPI: npi(i),
  Contactfirstname: 'Ann',
  Contactlastname: `Tester ${i}`,
  Contacttitle: 'Physician',
  Contactemail: `ann${i}@example.com`,
  Contactlinkedinurl: `https://www.linkedin.com/in/ann-tester-${i}`,
  Contactskills: 'Triage',
})
const NAMED = { NPI: '1300000900', Contactfirstname: '', Contactlastname: '' }
const BEFORE = csvOf(Array.from({ length: 40 }, (_, i) => rowOf(i)))
/** 12 unchanged, 28 with another title, address and page, 30 new, one bad, one repeated. */
const AFTER = csvOf([
  ...Array.from({ length: 70 }, (_, i) => ({
    ...rowOf(i),
    ...(i >= 12 && {
      Contacttitle: 'Surgeon',
      Contactemail: `other${i}@example.com`,
      Contactlinkedinurl: `https://www.linkedin.com/in/other-tester-${i}`,
    }),
  })),
  NAMED,
  { ...rowOf(69), Contacttitle: 'Dentist' },
])

async function preview(format: ImportFormat, content: string) {
  return previewImport(bench.sql, {
    format,
    path: await bench.write(content),
    rejectsPath: join(bench.folder, 'rejects.csv'),
    suppressionKey: SUPPRESSION_KEY,
  })
}

async function everything() {
  const [directory] = await bench.sql`
    select (select md5(string_agg(c::text, '|' order by id)) from candidates c) as people,
      (select md5(string_agg(k::text, '|' order by candidate_id, kind)) from candidate_contacts k)
        as contacts,
      (select count(*) from deactivated_npis) as deactivated,
      to_regclass('import_staging') as staging`
  return directory
}

it('a check tells what the import then does, and changes nothing', async () => {
  await bench.import(legacyCsv, BEFORE)
  await bench.remove(npi(60))
  const before = await everything()
  const { examples, ...told } = await preview(legacyCsv, AFTER)
  expect(await everything()).toEqual(before)
  expect(told).toMatchObject({
    ...{ read: 72, new: 29, changed: 28, unchanged: 12, suppressed: 1, rejected: 2 },
    isManyToLeave: false,
  })
  const { remarks: _, ...done } = await bench.import(legacyCsv, AFTER)
  expect(told).toMatchObject(done)
  expect(examples).toHaveLength(EXAMPLES_MAX)
  expect(examples.filter(({ effect }) => effect === 'new')).toHaveLength(EXAMPLES_MAX / 2)
})

it('the examples name what changes, and hold no way to reach anybody', async () => {
  await bench.import(legacyCsv, BEFORE)
  const { examples } = await preview(legacyCsv, AFTER)
  expect(examples[0]).toEqual({
    effect: 'changed',
    line: 14,
    name: 'Ann Tester 12',
    npi: npi(12),
    fields: [{ field: 'title', from: 'Physician', to: 'Surgeon' }],
    contacts: ['work_email', 'linkedin_url'],
  })
  const [created] = examples.filter(({ effect }) => effect === 'new')
  expect(created).toMatchObject({ name: 'Ann Tester 40', contacts: ['work_email', 'linkedin_url'] })
  expect(created?.fields).toContainEqual({ field: 'skills', from: null, to: 'Triage' })
  expect(JSON.stringify(examples)).not.toMatch(/@|linkedin\.com/)
})

it('a check of an empty directory says that everybody is new', async () => {
  expect(await preview(legacyCsv, BEFORE)).toMatchObject({ read: 40, new: 40, changed: 0 })
  expect(await everything()).toMatchObject({ people: null, staging: null })
})

it('a check of a file that only adds tells whom it adds to', async () => {
  await bench.import(legacyCsv, BEFORE)
  const file = csvOf([
    { NPI: npi(1), pri_spec: 'UROLOGY', org_nm: 'NOWHERE CLINIC' },
    { NPI: npi(1), pri_spec: 'UROLOGY', org_nm: 'NOWHERE CLINIC' },
    { NPI: '1999999999', pri_spec: 'UROLOGY', org_nm: 'NOWHERE CLINIC' },
  ])
  const { examples, ...told } = await preview(dac(), file)
  expect(told).toMatchObject({ read: 3, new: 0, changed: 1, unchanged: 0, absent: 1 })
  expect(examples).toMatchObject([{ effect: 'changed', npi: npi(1) }])
  const { remarks: _, ...done } = await bench.import(dac(), file)
  expect(told).toMatchObject(done)
})

it('a check of a report of deactivations names who would leave, and remembers nobody', async () => {
  const many = Array.from({ length: 1_010 }, (_, i) => rowOf(i))
  await bench.import(legacyCsv, csvOf(many))
  const report = (people: number) =>
    csvOf(
      many
        .slice(0, people)
        .map(({ NPI }) => ({ NPI, 'NPPES Deactivation Date': '10/08/2023' }))
        .concat({ NPI: '1999999999', 'NPPES Deactivation Date': '10/08/2023' }),
    )
  const before = await everything()
  const { examples, ...told } = await preview(deactivated, report(30))
  expect(told).toMatchObject({ removed: 30, absent: 1, unchanged: 0, isManyToLeave: false })
  expect(examples[0]).toMatchObject({ effect: 'removed', name: 'Ann Tester 0', fields: [] })
  expect(await preview(deactivated, report(60))).toMatchObject({
    ...{ removed: 60, isManyToLeave: true },
  })
  expect(await everything()).toEqual(before)
  const { remarks: _, ...done } = await bench.import(deactivated, report(30))
  expect(told).toMatchObject(done)
})

it('a check that cannot read the file leaves nothing behind', async () => {
  await bench.import(legacyCsv, BEFORE)
  const before = await everything()
  await expect(preview(dac(), AFTER)).rejects.toThrow('It is not')
  await expect(preview(legacyCsv, AFTER.slice(0, -80))).rejects.toThrow('cut off')
  expect(await everything()).toEqual(before)
  expect(existsSync(join(bench.folder, 'rejects.csv'))).toBe(true)
})
