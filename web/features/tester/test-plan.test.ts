import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  COUNT_DEFAULT,
  COUNT_PRESETS,
  clampCount,
  mixOf,
  planTests,
  TEST_REVENUES,
  TEST_SIZES,
} from './test-plan.ts'

it('TESTER-02 runs 20 unless told otherwise, and 1 to 1000', () => {
  expect(COUNT_DEFAULT).toBe(20)
  expect(COUNT_PRESETS).toEqual([20, 50, 100, 500])
  expect([0, -5, 1, 7.9, 1000, 1001, Number.NaN].map(clampCount)).toEqual([
    1, 1, 1, 7, 1000, 1000, 20,
  ])
})

it('TESTER-03 mixes a quarter simple, 35 % medium, a quarter complex and the rest ultra', () => {
  expect(mixOf(20)).toEqual({ simple: 5, medium: 7, complex: 5, ultra: 3 })
  expect(mixOf(100)).toEqual({ simple: 25, medium: 35, complex: 25, ultra: 15 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      const parts = Object.values(mixOf(count))
      expect(parts.reduce((sum, part) => sum + part)).toBe(count)
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('TESTER-03 uses as many filters as the complexity says', () => {
  const bounds = { simple: [1, 1], medium: [2, 3], complex: [4, 5], ultra: [6, 8] } as const
  const tests = planTests(400)
  expect(tests).toHaveLength(400)
  for (const { complexity, filters } of tests) {
    const [least, most] = bounds[complexity]
    expect(Object.keys(filters).length).toBeGreaterThanOrEqual(least)
    expect(Object.keys(filters).length).toBeLessThanOrEqual(most)
  }
})

it('TESTER-07 tries sizes from 1-10 to 10000+ and revenues from <$1M to >$1B', () => {
  expect(TEST_SIZES).toEqual([
    '1-10',
    '11-50',
    '51-200',
    '201-500',
    '501-1000',
    '1001-5000',
    '5001-10000',
    '10000+',
  ])
  expect(TEST_REVENUES).toEqual([
    '<$1M',
    '$1M-$10M',
    '$10M-$50M',
    '$50M-$100M',
    '$100M-$500M',
    '$500M-$1B',
    '>$1B',
  ])
  const used = planTests(1000).map(({ filters }) => filters)
  expect(new Set(used.flatMap(({ companySize = [] }) => companySize))).toEqual(new Set(TEST_SIZES))
  expect(new Set(used.flatMap(({ companyRevenue = [] }) => companyRevenue))).toEqual(
    new Set(TEST_REVENUES),
  )
})
