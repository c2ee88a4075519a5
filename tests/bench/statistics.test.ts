import { expect, it } from 'vitest'
import { percentile, spread } from './statistics.ts'

it('takes the smallest value that the share does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile(hundred, 0.95)).toBe(95)
  expect(percentile(hundred, 1)).toBe(100)
  expect(percentile([7], 0.01)).toBe(7)
  expect(percentile([], 0.5)).toBe(0)
})

it('sorts times as numbers and leaves the given ones alone', () => {
  const times = [100, 9, 20]
  expect(spread(times)).toEqual({ p50: 20, p95: 100, p99: 100, max: 100 })
  expect(times).toEqual([100, 9, 20])
})
