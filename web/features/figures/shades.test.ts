import { expect, it } from 'vitest'
import { SHADE_COUNT, shadesOf } from './shades.ts'

it('gives each fifth of the states a shade, and none to a state without people', () => {
  const shares = Array.from({ length: 10 }, (_, index) => ({ key: `S${index}`, value: index + 1 }))
  const shade = shadesOf(shares)
  expect(shares.map(({ key }) => shade(key))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
  expect(SHADE_COUNT).toBe(5)
  expect(shade('XX')).toBeNull()
  expect(shadesOf([{ key: 'CA', value: 0 }])('CA')).toBeNull()
})

it('values that are the same have the same shade', () => {
  const shade = shadesOf(['A', 'B', 'C', 'D'].map((key) => ({ key, value: 7 })))
  expect(new Set(['A', 'B', 'C', 'D'].map(shade)).size).toBe(1)
})
