import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentileOf, TIME_CLASSES, timeClass } from './search-times.ts'

const counted = (times: number[]) => {
  const counts = new Map<number, number>()
  for (const ms of times) counts.set(timeClass(ms), (counts.get(timeClass(ms)) ?? 0) + 1)
  return counts
}

it('a percentile out of classes is within a fifth of the true one', () => {
  const times = fc.array(fc.double({ min: 0.3, max: 60_000, noNaN: true }), {
    minLength: 1,
    maxLength: 400,
  })
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95), (some, share) => {
      const sorted = [...some].sort((a, b) => a - b)
      const exact = sorted[Math.ceil(some.length * share) - 1] ?? 0
      const estimate = percentileOf(counted(some), share) ?? 0
      expect(estimate / exact).toBeGreaterThan(0.8)
      expect(estimate / exact).toBeLessThan(1.2)
    }),
  )
})

it('no searches have no percentile', () => {
  expect(percentileOf(new Map(), 0.5)).toBeNull()
})

it('every time has a class, however short or long', () => {
  for (const ms of [-1, 0, 0.01, 1e12, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(timeClass(ms)).toBeGreaterThanOrEqual(0)
    expect(timeClass(ms)).toBeLessThan(TIME_CLASSES)
  }
})
