import { expect, it } from 'vitest'
import { blocksSince, DAYS_END, dayBlocks, dayOf } from './day-blocks.ts'

it('names blocks of days that hold every day from one on, and no earlier one', () => {
  for (const since of [0, 1, 7, 8, 9, 63, 64, 511, 20_599, 20_749, 20_779, DAYS_END - 1]) {
    const blocks = new Set(blocksSince(since))
    expect(blocks.size).toBeLessThanOrEqual(5 * 7 + 2)
    for (const day of [0, 1, 8, since - 1, since, since + 1, since + 9, 20_779, DAYS_END - 1]) {
      if (day < 0 || day >= DAYS_END) continue
      const isIn = dayBlocks(day).some((block) => blocks.has(block))
      expect(isIn, `${day} since ${since}`).toBe(day >= since)
    }
  }
})

it('counts days in UTC, and those out of range to the nearest that it has', () => {
  expect(dayOf(Date.UTC(1970, 0, 3, 23, 59))).toBe(2)
  expect(dayOf(Date.UTC(1969, 11, 31))).toBe(0)
  expect(dayOf(Date.UTC(2200, 0, 1))).toBe(DAYS_END - 1)
})
