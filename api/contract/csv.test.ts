import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralise } from './csv.ts'

describe('EXPORT-09 neutralises what a spreadsheet would run', () => {
  it.each([
    '=1+1',
    '+1 806 555 0101',
    '-2',
    '@SUM(A1)',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＠x',
    '=HYPERLINK("https://attacker.example","click")',
  ])('%j', (text) => {
    expect(neutralise(text)).toBe(`'${text}`)
  })

  it.each(['', 'a=b', "O'Brien", '1-2', ' plain', 'zenobia@example.com'])(
    'leaves %j as it is',
    (text) => {
      expect(neutralise(text)).toBe(text)
    },
  )

  it('lets no text begin with the sign of a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(neutralise(text)).not.toMatch(/^[=+\-@\t\r\n]/)
      }),
    )
  })

  it.each([
    ['St. Mary;=HYPERLINK("x");y', 'St. Mary;\'=HYPERLINK("x");y'],
    ['St. Mary\t＝1', "St. Mary\t'＝1"],
    ['=1;-2', "'=1;'-2"],
    ['\t=1', "'\t'=1"],
    ['St. Mary; West', 'St. Mary; West'],
  ])('also where another list separator begins a cell: %j', (text, safe) => {
    expect(neutralise(text)).toBe(safe)
  })
})
