import { expect, it } from 'vitest'
import { wholeNumber } from './whole-number.ts'

it.each([
  ['12', 12],
  [' 007 ', 7],
  ['', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['1.5', Number.NaN],
  ['-1', Number.NaN],
])('%j is %d', (text, number) => {
  expect(wholeNumber(text)).toBe(number)
})
