import { expect, it } from 'vitest'
import {
  changeWords,
  duration,
  durationUnit,
  milliseconds,
  money,
  pointWords,
  shareName,
} from './figure-words.ts'

it('says how a figure changed, in words that need no colour', () => {
  expect(changeWords(120, 100)).toBe('20% more than before')
  expect(changeWords(80, 100)).toBe('20% less than before')
  expect(changeWords(100, 100)).toBe('as before')
  expect(changeWords(1001, 1000)).toBe('as before')
  expect(changeWords(5, 0)).toBe('none before')
  expect(changeWords(0, 0)).toBe('as before')
  expect(changeWords(5, null)).toBe('not recorded before')
  expect(changeWords(null, 5)).toBe('not recorded')
})

it('writes money, times and durations for people', () => {
  expect(money(5_445_800)).toBe('$54,458')
  expect([0.42, 6.4, 38.2, 1234].map(milliseconds)).toEqual(['0.4 ms', '6.4 ms', '38 ms', '1.2 s'])
  expect([0, 30, 107, 5400, 36_000, 172_800, 400_000].map(duration)).toEqual([
    ...['0', '30 s', '1.8 min', '1.5 h', '10 h', '2 days', '4.6 days'],
  ])
  // No two values of an axis up to two minutes are said alike.
  expect([0, 30, 60, 90, 120].map(duration)).toEqual(['0', '30 s', '1 min', '1.5 min', '2 min'])
})

it('counts the axis of a duration in seconds, minutes, hours or days, as its largest value is said', () => {
  const largest = [45, 1800, 5400, 172_000, 172_800, 726_000]
  expect(largest.map(durationUnit)).toEqual([1, 60, 3600, 3600, 86_400, 86_400])
})

it('names a point by its day, or by its week', () => {
  const plain = (value: number) => String(value)
  expect(pointWords('2026-11-03', 1, 12, 8, plain)).toBe('Nov 3, 2026: 12, before 8')
  expect(pointWords('2026-11-03', 7, 12, null, plain)).toBe('Nov 3 – Nov 9, 2026: 12, before –')
  expect(pointWords('2026-12-30', 7, null, 0, plain)).toBe(
    'Dec 30, 2026 – Jan 5, 2027: –, before 0',
  )
})

it('names states, ages and what is not told apart', () => {
  expect(shareName('states', 'CA')).toBe('California')
  expect(shareName('states', 'QC')).toBe('Quebec')
  expect(shareName('contact_ages', '30')).toBe('Up to 30 days')
  expect(shareName('contact_ages', '365')).toBe('Half a year to a year')
  expect(shareName('contact_ages', 'never')).toBe('Never checked')
  expect(shareName('zero_results', '')).toBe('Everything else')
  expect(shareName('specialties', 'Cardiology')).toBe('Cardiology')
})
