import { expect, it } from 'vitest'
import { addDays, dayOf, dayWords, nextMonday } from './days.ts'

it('a day is the one of the device, whatever the hour', () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

it('days are added over the ends of months, years and summer time', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
  expect(addDays('2026-11-01', 14)).toBe('2026-11-15')
})

it.each([
  ['2026-11-22', '2026-11-23'],
  ['2026-11-23', '2026-11-30'],
  ['2026-11-24', '2026-11-30'],
  ['2026-11-28', '2026-11-30'],
])('the Monday after %s is %s', (day, monday) => {
  expect(nextMonday(day)).toBe(monday)
})

it.each([
  ['2026-11-23', 'today'],
  ['2026-11-24', 'tomorrow'],
  ['2026-11-22', 'yesterday'],
  ['2026-11-30', 'Mon, Nov 30'],
  ['2027-01-04', 'Jan 4, 2027'],
])('%s is said as "%s"', (day, words) => {
  expect(dayWords(day, new Date(2026, 10, 23, 15))).toBe(words)
})
