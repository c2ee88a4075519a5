import { expect, it } from 'vitest'
import { LIST_FILTERS } from '#db/schema/filters.ts'
import { FACETS, searchFilters } from './search.ts'

it('keeps the order of a body, of addresses and of facets', () => {
  expect(JSON.stringify(searchFilters.parse({}))).toBe(
    '{"query":"","exact":false,"specialty":[],"city":[],"state":[],"country":[],"title":[],' +
      '"organization":[],"education":[],"skills":[],"companySize":[],"companyRevenue":[],' +
      '"companyIndustry":[],"credential":[],"npi":[],"hasContact":[],"verifiedWithin":[],"leaveOut":[]}',
  )
  expect(LIST_FILTERS.join(' ')).toBe(
    'specialty state country city title organization skills education companySize companyRevenue ' +
      'companyIndustry credential npi hasContact verifiedWithin leaveOut',
  )
  expect(FACETS.join(' ')).toBe('specialty state companySize companyRevenue companyIndustry')
})

it('refuses what a closed list does not hold', () => {
  expect(searchFilters.safeParse({ leaveOut: ['revealed'] }).success).toBe(true)
  expect(searchFilters.safeParse({ leaveOut: ['removed'] }).success).toBe(false)
  expect(searchFilters.safeParse({ hasContact: Array(4).fill('mobile') }).success).toBe(false)
})
