import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanCount, cleanSkills, cleanText } from './clean.ts'

describe('cleanText', () => {
  it.each([
    'null',
    'NULL',
    'undefined',
    '',
    '   ',
    ' null ',
    '\tNULL\n',
    '\u200b',
    '\ufeffnull',
    null,
    undefined,
  ])('DATA-01 takes %j for missing', (value) => {
    expect(cleanText(value)).toBeNull()
  })

  it.each([
    ['  Boston ', 'Boston'],
    ['New \t York', 'New York'],
    ['Null', 'Null'],
    ['nullable', 'nullable'],
    ['a\0b', 'a b'],
    ['\u202aana@example.com\u202c ', 'ana@example.com'],
    ['Ander\u00adson\u200b', 'Anderson'],
    ['\u202eecila', 'ecila'],
  ])('DATA-01 trims %j to %j', (value, expected) => {
    expect(cleanText(value)).toBe(expected)
  })

  it('DATA-01 changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => cleanText(cleanText(text)) === cleanText(text),
      ),
    )
  })
})

describe('cleanCount', () => {
  it.each([
    ['500', 500],
    [' 0 ', 0],
    ['500+', null],
    ['-1', null],
    ['null', null],
  ])('reads %j as %j', (value, expected) => {
    expect(cleanCount(value)).toBe(expected)
  })
})

describe('cleanSkills', () => {
  it.each([
    ['ICU, Triage,Wound Care', ['ICU', 'Triage', 'Wound Care']],
    [',, ICU , null, undefined,', ['ICU']],
    ['ICU, ICU', ['ICU']],
    ['NULL', []],
    [null, []],
    ["Crohn's care, Triage", ["Crohn's care", 'Triage']],
  ])('DATA-05 reads comma-separated %j as %j', (value, expected) => {
    expect(cleanSkills(value)).toEqual(expected)
  })

  it.each([
    ["'ICU' 'Wound care'", ['ICU', 'Wound care']],
    ["'ICU'", ['ICU']],
    ["'ICU' '' 'null'", ['ICU']],
    ["'Crohn's care' 'Stroke, acute'", ["Crohn's care", 'Stroke, acute']],
  ])('DATA-06 reads the submitted form %j as %j', (value, expected) => {
    expect(cleanSkills(value)).toEqual(expected)
  })
})
