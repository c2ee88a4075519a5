import { expect, it } from 'vitest'
import { npiCheckDigit } from './npi.ts'

it('computes the check digit of the standard’s own example, 1234567893', () => {
  expect(npiCheckDigit('123456789')).toBe(3)
})
