import { expect, it } from 'vitest'
import { peopleInSheet } from './people-in-sheet.ts'

const sheet = (rows: readonly string[][]) => rows.map((cells, index) => ({ row: index + 1, cells }))

const person = (row: number, values: object) => ({
  ...{ row, npi: null, first: '', last: '', city: '', state: '' },
  ...values,
})

it('finds columns by what files call them, in any order', () => {
  const rows = [
    ['State/Province', 'LAST_NAME', 'Contact', 'first name', 'City', 'NPI Number'],
    ['TX', 'Smith', 'x', 'Ana', 'Amarillo', ''],
    ['', 'Lee', 'x', 'Bo', '', '1234567893.0'],
  ]
  expect(peopleInSheet(sheet(rows))).toEqual({
    people: [
      person(2, { first: 'Ana', last: 'Smith', city: 'Amarillo', state: 'TX' }),
      person(3, { npi: '1234567893', first: 'Bo', last: 'Lee' }),
    ],
    unnamed: [],
  })
})

it.each([
  ['Ana B. Smith, MD', 'Ana', 'Smith'],
  ['Smith, Ana B.', 'Ana', 'Smith'],
  ['Ana Smith', 'Ana', 'Smith'],
])('takes the name “%s” apart', (name, first, last) => {
  expect(peopleInSheet(sheet([['Name'], [name]]))?.people).toEqual([person(2, { first, last })])
})

it('names the rows that name nobody', () => {
  const rows = [
    ['Name', 'NPI'],
    ['Ana', ''],
    ['', '12345'],
    ['', ''],
    ['Ana Smith', ''],
  ]
  expect(peopleInSheet(sheet(rows))).toMatchObject({ people: [{ row: 5 }], unnamed: [2, 3, 4] })
})

it('numbers rows as the file does, where it has empty ones', () => {
  const rows = [
    { row: 2, cells: ['Name'] },
    { row: 5, cells: ['Ana Smith'] },
    { row: 7, cells: ['Ana'] },
  ]
  expect(peopleInSheet(rows)).toMatchObject({ people: [{ row: 5 }], unnamed: [7] })
})

it('reads NPIs without a header, also those that a spreadsheet made numbers of', () => {
  expect(
    peopleInSheet(
      sheet([
        ['a', '1234567893'],
        ['b', '1.234567893E9'],
        ['c', 'none'],
      ]),
    ),
  ).toEqual({
    people: [person(1, { npi: '1234567893' }), person(2, { npi: '1234567893' })],
    unnamed: [3],
  })
})

it.each([
  [
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [[['Email'], ['a@b.c']]],
  [[['First name'], ['Ana']]],
  [[]],
])('says that no column names anybody: %j', (rows) => expect(peopleInSheet(sheet(rows))).toBeNull())
