import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

it('reads every value as text', () => {
  expect(parseSearch('?page=2&query=007&specialty=Cardiology,Oncology')).toEqual({
    page: '2',
    query: '007',
    specialty: 'Cardiology,Oncology',
  })
})

it('writes lists with plain commas, paths with plain slashes, and leaves out what is empty', () => {
  const values = { specialty: ['Allergy & Immunology', 'Oncology'], city: [], query: '', page: 2 }
  expect(stringifySearch(values)).toBe('?specialty=Allergy+%26+Immunology,Oncology&page=2')
  expect(stringifySearch({ query: undefined })).toBe('')
  expect(stringifySearch({ return_to: '/pricing' })).toBe('?return_to=/pricing')
})

it('reads back what it wrote, whatever it holds', () => {
  const values = { query: 'a&b=c, d+e %2C %2F / "ü" \\,', state: 'CA' }
  expect(parseSearch(stringifySearch(values))).toEqual(values)
})
