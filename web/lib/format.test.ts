import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatElapsed,
  formatPeople,
  formatPlace,
  presentText,
  presentTexts,
} from './format.ts'

it('groups thousands and counts people', () => {
  expect(formatCount(1_204_500)).toBe('1,204,500')
  expect(formatPeople(1)).toBe('1 person')
  expect(formatPeople(0)).toBe('0 people')
  expect(formatPeople(1204)).toBe('1,204 people')
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
