import { expect, it } from 'vitest'
import { legacyCsv } from './legacy-csv.ts'

/** Reads a row of these values, by column. */
function read(values: Record<string, string>) {
  const header = Object.keys(values)
  const reader = legacyCsv.open?.(header)
  return reader?.read(reader.positions.map((position) => Object.values(values)[position] ?? ''))
}

const ADA = { Contactfirstname: 'Ada', Contactlastname: 'Byron' }

it.each([
  ['USA', 'United States'],
  ['U.S.', 'United States'],
  ['united states of america', 'United States'],
  ['us', 'United States'],
  ['CA', 'Canada'],
  ['Canada', 'Canada'],
  ['Freedonia', 'Freedonia'],
  ['', null],
])('the country %o is %o, by which it is searched', (Contactcountry, country) => {
  expect(read({ ...ADA, Contactcountry })).toMatchObject({ record: { fields: { country } } })
})

it.each([
  ['Contacttitle', 1_000],
  ['Companyname', 1_000],
  ['Contactskills', 20_000],
])('a %s of more than %i characters is rejected', (column, max) => {
  expect(read({ ...ADA, [column]: 'x'.repeat(max) })).toMatchObject({ kind: 'record' })
  expect(read({ ...ADA, [column]: 'x'.repeat(max + 1) })).toEqual({
    kind: 'rejected',
    reason: `${column} is too long`,
  })
})
