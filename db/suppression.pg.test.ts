import { afterEach, beforeEach, expect, it } from 'vitest'
import { csvOf, importBench, SUPPRESSION_KEY } from './import/import-fixture.ts'
import { legacyCsv } from './import/legacy-csv.ts'
import { suppress } from './suppression.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const ANN = { Contactfirstname: 'Ann', Contactlastname: 'One', NPI: '1000000011' }
const BEN = { Contactfirstname: 'Ben', Contactlastname: 'Two', NPI: '1000000022' }
const remove = (person: Parameters<typeof suppress>[2]) =>
  suppress(bench.sql, SUPPRESSION_KEY, person)
const npis = async () =>
  (await bench.sql<{ npi: string }[]>`select npi from candidates order by npi`).map(
    ({ npi }) => npi,
  )

it('leaves colleagues with the address of the same office, also to later imports', async () => {
  const file = csvOf([ANN, BEN].map((row) => ({ ...row, Contactemail: 'info@clinic.test' })))
  await bench.import(legacyCsv, file)
  expect(await remove({ npi: ANN.NPI, emails: ['Info@clinic.test'] })).toHaveLength(1)
  expect(await npis()).toEqual([BEN.NPI])
  expect(await bench.import(legacyCsv, file)).toMatchObject({ new: 0, unchanged: 1, suppressed: 1 })
})

it('takes nobody out by an address of several', async () => {
  await bench.import(
    legacyCsv,
    csvOf([ANN, BEN].map((row) => ({ ...row, Contactemail: 'info@clinic.test' }))),
  )
  expect(await remove({ emails: ['info@clinic.test'] })).toEqual([])
  expect(await npis()).toHaveLength(2)
})

it('takes somebody out by an address that is theirs alone, and remembers it', async () => {
  const file = csvOf([{ ...ANN, Personalemail: 'ann@home.test' }, BEN])
  await bench.import(legacyCsv, file)
  expect(await remove({ emails: [' ANN@home.test'] })).toHaveLength(1)
  expect(await bench.import(legacyCsv, csvOf([{ ...ANN, NPI: '1000000033' }]))).toMatchObject({
    new: 1,
  })
  const again = csvOf([{ ...ANN, NPI: '1000000044', Contactemail: 'ann@home.test' }])
  expect(await bench.import(legacyCsv, again)).toMatchObject({ new: 0, suppressed: 1 })
})

it('keeps out who is removed while a file that names them is imported', async () => {
  await bench.import(legacyCsv, csvOf([BEN]))
  let removal: Promise<string[]> | undefined
  await bench.import(legacyCsv, csvOf([ANN, BEN]), {
    onProgress: () => {
      removal ??= remove({ npi: ANN.NPI })
    },
  })
  await removal
  expect(await npis()).toEqual([BEN.NPI])
})
