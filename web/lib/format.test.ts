import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatAgo,
  formatCount,
  formatElapsed,
  formatPeople,
  formatPlace,
  formatStart,
  presentText,
  presentTexts,
} from './format.ts'

describe('numbers and ages', () => {
  it('groups thousands and counts people', () => {
    expect(formatCount(1_204_500)).toBe('1,204,500')
    expect(formatPeople(1)).toBe('1 person')
    expect(formatPeople(0)).toBe('0 people')
    expect(formatPeople(1204)).toBe('1,204 people')
  })

  it('says how long ago work was done', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const ages = {
      '2026-11-20T12:00:30Z': 'now',
      '2026-11-20T11:59:10Z': 'now',
      '2026-11-20T11:56:00Z': '4 min ago',
      '2026-11-20T10:01:00Z': '1 h ago',
      '2026-11-19T12:30:00Z': '23 h ago',
      '2026-11-19T11:00:00Z': 'yesterday',
    }
    for (const [instant, words] of Object.entries(ages)) {
      expect(formatAgo(new Date(instant), now)).toBe(words)
    }
  })

  it('says how long ago in the unit a person would use', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const ages = {
      '2026-11-20T08:00:00Z': 'today',
      '2026-11-21T08:00:00Z': 'today',
      '2026-11-19T08:00:00Z': 'yesterday',
      '2026-11-08T08:00:00Z': '12 days ago',
      '2026-06-20T12:00:00Z': '5 months ago',
      '2023-11-01T12:00:00Z': '3 years ago',
    }
    for (const [instant, age] of Object.entries(ages)) expect(formatAge(instant, now)).toBe(age)
  })
})

it('names the month a company began, and leaves a year alone', () => {
  const starts = { '2026-07': 'July 2026', '2019-01-15': 'January 2019', '1998': '1998' }
  for (const [start, text] of Object.entries(starts)) expect(formatStart(start)).toBe(text)
  expect(formatStart('2026-13')).toBe('2026-13')
  expect(formatStart(null)).toBeNull()
})

describe('text from the directory', () => {
  it('DATA-01 takes "null", "NULL", "undefined" and blanks as missing and trims the rest', () => {
    for (const missing of ['null', 'NULL', ' undefined ', '', '  ', null, undefined]) {
      expect(presentText(missing)).toBeNull()
    }
    expect(presentText('  Nullarbor Clinic ')).toBe('Nullarbor Clinic')
  })

  it('DATA-05 drops empty skills', () => {
    expect(presentTexts(['Triage', '', ' null', ' ICU '])).toEqual(['Triage', 'ICU'])
  })

  it('DATA-03 joins a place without a stray comma', () => {
    expect(formatPlace('Reno', 'NV', '89501')).toBe('Reno, NV 89501')
    expect(formatPlace('Reno', 'NV')).toBe('Reno, NV')
    expect(formatPlace('Reno', null, '89501')).toBe('Reno, 89501')
    expect(formatPlace(null, 'NV')).toBe('NV')
    expect(formatPlace('Reno', null)).toBe('Reno')
    expect(formatPlace(null, null)).toBe('')
  })

  it('SEARCH-30 never shows null or undefined in a location', () => {
    expect(formatPlace('null', 'undefined', 'NULL')).toBe('')
    expect(formatPlace('Reno', 'null')).toBe('Reno')
  })
})

it('says how long something took, from a second on in seconds', () => {
  expect([0.2, 18.4, 999.4, 999.6, 2656].map(formatElapsed)).toEqual([
    '1 ms',
    '18 ms',
    '999 ms',
    '1.0 s',
    '2.7 s',
  ])
})
