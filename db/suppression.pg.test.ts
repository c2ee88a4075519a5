import { afterEach, beforeEach, expect, it } from 'vitest'
import { csvOf, importBench } from './import/import-fixture.ts'
import { legacyCsv } from './import/legacy-csv.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const ANN = { Contactfirstname: 'Ann', Contactlastname: 'One', NPI: '1000000011' }
const BEN = { Contactfirstname: 'Ben', Contactlastname: 'Two', NPI: '1000000022' }
const npis = async () =>
  (await bench.sql<{ npi: string }[]>`select npi from candidates order by npi`).map(
    ({ npi }) => npi,
  )

it('leaves colleagues with the address of the same office, also to later imports', async () => {
  const file = csvOf([ANN, BEN].map((row) => ({ ...row, Contactemail: 'info@clinic.test' })))
  await bench.import(legacyCsv, file)
  await bench.remove(ANN.NPI, ['Info@clinic.test'])
  expect(await npis()).toEqual([BEN.NPI])
  expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 0, unchanged: 1, suppressed: 1 })
})

it.each([
  ['in the United States', '(555) 555-0100'],
  ['abroad', '+44 20 7946 0958'],
  ['with an extension', '(555) 555-0100 ext. 12'],
])('leaves colleagues with the telephone number of the same office %s', async (_, Contactphone) => {
  const file = csvOf([ANN, BEN].map((row) => ({ ...row, Contactphone })))
  await bench.import(legacyCsv, file)
  await bench.remove(ANN.NPI)
  expect(await npis()).toEqual([BEN.NPI])
  expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 0, unchanged: 1, suppressed: 1 })
})

it('knows again a person by an address that was theirs alone', async () => {
  await bench.import(legacyCsv, csvOf([{ ...ANN, Personalemail: 'ann@home.test' }, BEN]))
  await bench.remove(ANN.NPI)
  expect(await bench.import(legacyCsv, csvOf([{ ...ANN, NPI: '1000000033' }]))).toMatchObject({
    new: 1,
  })
  const again = csvOf([{ ...ANN, NPI: '1000000044', Contactemail: ' ANN@home.test' }])
  expect(await bench.import(legacyCsv, again)).toMatchObject({ new: 0, suppressed: 1 })
})
