import { afterEach, beforeEach, expect, it } from 'vitest'
import { csvOf, importBench } from './import-fixture.ts'
import { legacyCsv } from './legacy-csv.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const row = (name: string, Contactlinkedinurl: string) => ({
  Contactfirstname: name,
  Contactlastname: 'Linked',
  Contactlinkedinurl,
})

it('keeps addresses of people at LinkedIn alone, the row all the same, and says how many it left out', async () => {
  const file = csvOf([
    row('Ann', 'http://www.linkedin.com/in/ann-example'),
    row('Ben', 'https://evil.example/in/ben'),
    row('Cyd', 'javascript:alert(1)'),
    row('Dee', 'NULL'),
    row('Eve', 'linkedin.com/pub/eve-example/1/2'),
  ])
  const first = await bench.import(legacyCsv, file)
  expect(first).toMatchObject({
    new: 5,
    rejected: 0,
    remarks: { 'LinkedIn addresses left out: not of a person at LinkedIn': 2 },
  })
  expect(
    await bench.sql`select first_name, linkedin_url from candidates order by first_name`,
  ).toEqual([
    { first_name: 'Ann', linkedin_url: 'https://www.linkedin.com/in/ann-example' },
    { first_name: 'Ben', linkedin_url: null },
    { first_name: 'Cyd', linkedin_url: null },
    { first_name: 'Dee', linkedin_url: null },
    { first_name: 'Eve', linkedin_url: 'https://linkedin.com/pub/eve-example/1/2' },
  ])
  expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 0, changed: 0, unchanged: 5 })
})
