import { describe, expect, it } from 'vitest'
import type { Reading } from '#api/contract/search.ts'
import { NO_FILTERS } from './filters.ts'
import {
  asFilters,
  literally,
  readingLabel,
  readingMeaning,
  withoutPart,
  withPart,
  withValue,
} from './readings.ts'

const QUERY = 'cardiologist in Texas -"nurse manager"'
const CARDIOLOGIST: Reading = {
  text: 'cardiologist',
  from: 0,
  to: 12,
  kind: 'specialty',
  values: ['Cardiology', 'Interventional Cardiology'],
  filters: { specialty: ['Cardiology', 'Interventional Cardiology'] },
}
const IN: Reading = { text: 'in', from: 13, to: 15, kind: 'filler', values: [] }
const TEXAS: Reading = {
  text: 'Texas',
  from: 16,
  to: 21,
  kind: 'state',
  values: ['Texas'],
  filters: { state: ['TX'] },
}
const MANAGER: Reading = {
  text: '-"nurse manager"',
  from: 22,
  to: 38,
  kind: 'phrase',
  values: [],
  isExcluded: true,
}
const READINGS = [CARDIOLOGIST, IN, TEXAS, MANAGER]
const FILTERS = { ...NO_FILTERS, query: QUERY }

describe('what a chip says', () => {
  it('says what a part was taken for, how many more, and what is left out', () => {
    expect(READINGS.map((reading) => readingLabel(reading))).toEqual([
      'Cardiology +1',
      'in',
      'in Texas',
      'not “nurse manager”',
    ])
    const other = { text: 'mercy', from: 0, to: 5, values: ['Mercy Hospital'] }
    expect(readingLabel({ ...other, kind: 'organization' })).toBe('at Mercy Hospital')
    expect(readingLabel({ ...other, kind: 'name', values: ['Mercy'], isExcluded: true })).toBe(
      'not named Mercy',
    )
    expect(readingLabel({ ...other, kind: 'word', values: [] })).toBe('mercy')
  })

  it('does not say "in" again that was typed', () => {
    expect(readingLabel(TEXAS, IN)).toBe('Texas')
    expect(readingLabel(TEXAS, { ...IN, text: 'someone in' })).toBe('Texas')
    expect(readingLabel(TEXAS, CARDIOLOGIST)).toBe('in Texas')
  })

  it('says in its menu all that a part stands for', () => {
    expect(readingMeaning(CARDIOLOGIST)).toBe('Specialty: Cardiology, Interventional Cardiology')
    expect(readingMeaning(MANAGER)).toBe('Exact words: nurse manager')
  })
})

describe('what can be made of a part', () => {
  it('puts another reading in its place, or takes it as it was typed', () => {
    expect(withPart(QUERY, TEXAS, 'name:texas')).toBe('cardiologist in name:texas -"nurse manager"')
    expect(literally(QUERY, CARDIOLOGIST)).toBe('"cardiologist" in Texas -"nurse manager"')
    expect(literally(QUERY, { ...MANAGER, text: '-nurse', from: 22, to: 38 })).toBe(
      'cardiologist in Texas -"nurse"',
    )
  })

  it('takes a part away with the fillers that lead to it', () => {
    expect(withoutPart(QUERY, READINGS, TEXAS)).toBe('cardiologist -"nurse manager"')
    expect(withoutPart(QUERY, READINGS, CARDIOLOGIST)).toBe('in Texas -"nurse manager"')
  })

  it('turns a part into filters beside those there are', () => {
    expect(asFilters(FILTERS, READINGS, TEXAS, [])).toEqual({
      ...NO_FILTERS,
      query: 'cardiologist -"nurse manager"',
      state: ['TX'],
    })
    const beside = { ...FILTERS, specialty: ['Urology'] }
    expect(asFilters(beside, READINGS, CARDIOLOGIST, [])?.specialty).toEqual([
      'Urology',
      'Cardiology',
      'Interventional Cardiology',
    ])
  })

  it('takes the nearest filter where none equals a part, of specialties only those there are', () => {
    const { filters: _exactly, ...broad } = CARDIOLOGIST
    const known = ['Urology', 'INTERVENTIONAL CARDIOLOGY']
    const readings = [broad, IN, TEXAS]
    const filters = { ...NO_FILTERS, query: 'cardiologist in Texas' }
    expect(asFilters(filters, readings, broad, known)).toEqual({
      ...NO_FILTERS,
      query: 'in Texas',
      specialty: ['Interventional Cardiology'],
    })
    expect(asFilters(filters, readings, broad, ['Urology'])).toBeNull()
    const rn: Reading = {
      text: 'rn',
      from: 0,
      to: 2,
      kind: 'credential',
      values: ['Registered Nurse'],
    }
    expect(asFilters({ ...NO_FILTERS, query: 'rn' }, [rn], rn, [])).toEqual({
      ...NO_FILTERS,
      credential: ['RN'],
    })
  })

  it('counts the minus and "state:" to a part', () => {
    const travel: Reading = {
      text: 'travel',
      excludedFrom: 3,
      from: 4,
      to: 10,
      kind: 'word',
      values: [],
      isExcluded: true,
    }
    expect(withoutPart('rn -travel', [travel], travel)).toBe('rn')
    expect(withPart('rn -travel', travel, '-skill:travel')).toBe('rn -skill:travel')
    expect(literally('rn -travel', travel)).toBe('rn -"travel"')
    const pa: Reading = {
      text: 'state:PA',
      from: 3,
      to: 11,
      kind: 'state',
      values: ['Pennsylvania'],
    }
    expect(literally('rn state:PA', pa)).toBe('rn "PA"')
  })

  it('takes the words away that leave a part out', () => {
    const query = 'rn with mobile, but not in texas'
    const mobile: Reading = {
      text: 'mobile',
      from: 8,
      to: 14,
      kind: 'has_contact',
      values: ['mobile number'],
    }
    const texas: Reading = {
      ...TEXAS,
      text: 'texas',
      from: 27,
      to: 32,
      isExcluded: true,
      excludedFrom: 16,
    }
    expect([mobile, texas].map((reading) => readingLabel(reading))).toEqual([
      'with mobile number',
      'not in Texas',
    ])
    expect(withoutPart(query, [mobile, texas], texas)).toBe('rn with mobile,')
    expect(withPart(query, texas, '-name:texas')).toBe('rn with mobile, -name:texas')
    expect(literally(query, texas)).toBe('rn with mobile, -"texas"')
  })

  it('makes no filter of what would then ask for something else', () => {
    expect(asFilters(FILTERS, READINGS, MANAGER, [])).toBeNull()
    expect(asFilters(FILTERS, READINGS, { ...TEXAS, isExcluded: true }, [])).toBeNull()
    expect(asFilters(FILTERS, READINGS, { ...TEXAS, group: 1 }, [])).toBeNull()
    expect(asFilters(FILTERS, READINGS, { ...TEXAS, filters: { pager: ['1'] } }, [])).toBeNull()
    // An address can hold only one state.
    expect(asFilters({ ...FILTERS, state: ['NV'] }, READINGS, TEXAS, [])).toBeNull()
  })

  it('adds a value, in place of the oldest where there is no room', () => {
    expect(withValue({ ...NO_FILTERS, state: ['NV'] }, 'state', 'TX').state).toEqual(['TX'])
    const full = { ...NO_FILTERS, city: ['a', 'b', 'c', 'd', 'e'] }
    expect(withValue(full, 'city', 'Reno').city).toEqual(['b', 'c', 'd', 'e', 'Reno'])
    expect(withValue(full, 'specialty', 'Urology').specialty).toEqual(['Urology'])
  })
})
