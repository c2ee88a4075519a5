import { expect, it } from 'vitest'
import { NO_FILTERS } from './filters.ts'
import { withDrafts } from './tag-drafts.ts'

it('SEARCH-21 SEARCH-22 makes each half-typed value a tag by the rules of tags', () => {
  const filters = { ...NO_FILTERS, city: ['Reno'], skills: ['a', 'b', 'c', 'd'] }
  expect(withDrafts(filters, { city: ' Elko ', skills: 'e, f', title: 'Nurse' })).toEqual({
    ...filters,
    city: ['Reno', 'Elko'],
    skills: ['a', 'b', 'c', 'd', 'e'],
    title: ['Nurse'],
  })
})

it('gives the very filters where nothing is added', () => {
  const filters = { ...NO_FILTERS, city: ['Reno'] }
  expect(withDrafts(filters, {})).toBe(filters)
  expect(withDrafts(filters, { city: 'RENO', title: ' ' })).toBe(filters)
})
