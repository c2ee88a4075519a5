import { expect, it } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import { searchWords } from './search-words.ts'

const words = (filters: object) => searchWords(searchFilters.parse(filters))

it.each([
  ['cardiologist', 'cardiologist'],
  ['Pediatric  ICU nurse', 'pediatric icu nurse'],
  ['cardiolgist', 'cardiolgist'],
  ['surgeom', 'surgeom'],
  // The word is too short to be distinguished from a name.
  ['surgeo', '…'],
  ['john smith', '…'],
  ['dr john smith cardiologist', 'dr … cardiologist'],
  ['nurse jane', 'nurse …'],
  ['jane.doe@example.com', '…'],
  ['nurse@example.com', '…'],
  ['1234567890', '…'],
  ['nurse (702) 555-0100', 'nurse …'],
  ['nurse7', '…'],
  ['virginia austin', '…'],
  ['Núrse María', 'nurse …'],
  ['x'.repeat(200), '…'],
])('of "%s" is kept "%s": words of the trade, and no name, address or number', (query, kept) => {
  expect(words({ query })).toBe(kept)
})

it('filters are named, with values that come from closed lists and words of the trade', () => {
  expect(
    words({
      query: 'nurse',
      state: ['NV', 'TX'],
      specialty: ['Cardiology'],
      organization: ['Jane Doe Clinic'],
      city: ['Reno'],
      companySize: ['5000+'],
    }),
  ).toBe(
    'nurse · specialty: cardiology · city: … · state: NV, TX · organization: … · company size: 5000+',
  )
  expect(words({ state: ['Jane'] })).toBe('state: …')
  expect(words({ state: ['NV', 'TX', 'CA', 'OR'] })).toBe('state: CA, NV, TX')
  expect(words({ country: ['Canada'], education: ['Yale'], npi: ['1234567893'] })).toBe(
    'country: … · education: … · NPI: …',
  )
})

it('what is kept is short', () => {
  expect(
    words({ query: 'nurse '.repeat(30), specialty: Array(50).fill('Cardiology') }).length,
  ).toBeLessThanOrEqual(120)
})

it('no filter at all is no text', () => {
  expect(words({})).toBe('')
})
