import { expect, it } from 'vitest'
import { rangeBetween, readFiguresSearch } from './figures-range.ts'

it('reads a range out of an address, and leaves out what makes no sense', () => {
  expect(readFiguresSearch({ days: 90, to: '2026-10-31' })).toEqual({ days: 90, to: '2026-10-31' })
  expect(readFiguresSearch({ days: '7' })).toEqual({ days: 7 })
  expect(readFiguresSearch({ days: 30 })).toEqual({})
  for (const days of [0, -1, 1.5, 1827, 'x', null, {}])
    expect(readFiguresSearch({ days })).toEqual({})
  for (const to of ['2026-02-30', 'x', 20261031]) expect(readFiguresSearch({ to })).toEqual({})
})

it('makes a range of two days, the same one and the wrong way about too', () => {
  const today = '2026-11-22'
  expect(rangeBetween('2026-10-01', '2026-10-31', today)).toEqual({ days: 31, to: '2026-10-31' })
  expect(rangeBetween('2026-10-31', '2026-10-01', today)).toEqual({ days: 31, to: '2026-10-31' })
  expect(rangeBetween('2026-10-31', '2026-10-31', today)).toEqual({ days: 1, to: '2026-10-31' })
  expect(rangeBetween('2026-11-16', today, today)).toEqual({ days: 7 })
  expect(rangeBetween('2016-11-16', today, today)).toEqual({ days: 1826 })
  expect(rangeBetween('2026-11-20', '2027-01-01', today)).toEqual({ days: 3 })
  expect(rangeBetween('', today, today)).toBeNull()
})
