import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { cardTextSql, cardTexts } from './card-texts.ts'
import { SYNCED_TABLES } from './synced-tables.ts'

const { derived } = SYNCED_TABLES.list_members

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it.each([
  ['nothing', null],
  ['no known field', {}],
  ['every field', { first_name: 'Ana', last_name: 'Roe', title: 'RN', state: 'TX', city: 'Waco' }],
  ['letters beyond English', { first_name: 'ZOË', last_name: 'ÅNGSTRÖM', organization: 'ÉLAN' }],
  ['null and empty fields', { first_name: null, last_name: '', title: '', state: 'TX', city: '' }],
  ['spaces around', { first_name: ' Ana ', last_name: ' Roe ', title: '  ', city: '\tWaco\n' }],
  [
    'characters that JSON and COPY escape',
    { title: 'a\tb\\c\nd"e', organization: '\\N', city: '\\.' },
  ],
])('a card with %s has the same texts on the device as on the server', async (_, card) => {
  const json = card && JSON.stringify(card)
  const made = Object.entries(derived).map(([name, text]) => `${cardTextSql(text)} as ${name}`)
  const [onServer] = await database.sql.unsafe(
    `select ${made.join(', ')} from (select $1::text::jsonb as card) row`,
    [json],
  )
  expect(cardTexts(derived, json)).toEqual({ ...onServer })
})

it('a list is searched in a line per field, and sorted by what is known', () => {
  const card = { first_name: 'Ana', last_name: 'ROE', specialty: 'Cardiology', state: 'TX' }
  expect(cardTexts(derived, JSON.stringify(card))).toEqual({
    search_text: 'ana\nroe\ncardiology',
    sort_name: 'roe ana',
    sort_title: null,
    sort_place: 'tx',
  })
})
