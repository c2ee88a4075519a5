import { describe, expect, it } from 'vitest'
import {
  activeFilters,
  NO_FILTERS,
  stateName,
  toggleValue,
  usedFilters,
  withoutValue,
} from './filters.ts'

const filters = { ...NO_FILTERS, query: 'icu', state: ['NV'], city: ['Reno', 'Sparks'] }

describe('active filters', () => {
  it('lists every value with the words a person knows it by', () => {
    expect(activeFilters(filters).map(({ label }) => label)).toEqual([
      '“icu”',
      'Nevada',
      'Reno',
      'Sparks',
    ])
    expect(activeFilters(NO_FILTERS)).toEqual([])
    const asked = {
      ...NO_FILTERS,
      query: 'MD',
      exact: true,
      credential: ['RN'],
      npi: ['1234567893'],
      hasContact: ['mobile' as const, 'personal_email' as const, 'work_email' as const],
      verifiedWithin: ['90' as const],
      leaveOut: ['listed' as const, 'revealed' as const],
    }
    expect(activeFilters(asked).map(({ label }) => label)).toEqual([
      'Exactly “MD”',
      'RN',
      'NPI 1234567893',
      'Has mobile',
      'Has personal email',
      'Has work email',
      'Checked within 90 days',
      'Not in my lists',
      'Not yet revealed by me',
    ])
    expect(usedFilters(asked)).toMatchObject({ query: 'MD', exact: 'yes', verifiedWithin: ['90'] })
  })

  it('takes out one value and leaves the others', () => {
    expect(withoutValue(filters, { key: 'city', value: 'Reno', label: 'Reno' }).city).toEqual([
      'Sparks',
    ])
    expect(withoutValue(filters, { key: 'query', value: 'icu', label: '' }).query).toBe('')
  })

  it('ticks and unticks a value', () => {
    const ticked = toggleValue(NO_FILTERS, 'companySize', '5000+')
    expect(ticked.companySize).toEqual(['5000+'])
    expect(toggleValue(ticked, 'companySize', '5000+')).toEqual(NO_FILTERS)
  })

  it('names provinces too and leaves unknown codes as they are', () => {
    expect(stateName('ON')).toBe('Ontario')
    expect(stateName('ZZ')).toBe('ZZ')
  })
})
