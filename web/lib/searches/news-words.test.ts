import { expect, it } from 'vitest'
import { formatSince, newsSentence } from './news-words.ts'

it('names the kinds there are news of, in their order', () => {
  expect(newsSentence({ new: 4, moved: 2, gone: 1, verified: 3 })).toBe(
    '+4 new · 2 moved · 1 gone · 3 re-verified',
  )
  expect(newsSentence({ new: 0, moved: 1200, gone: 0, verified: 0 })).toBe('1,200 moved')
  expect(newsSentence({ new: 0, moved: 0, gone: 0, verified: 0 })).toBe('')
})

it('says since when by the clock today, by the weekday this week, by the day before', () => {
  const now = new Date(2026, 7, 14, 15, 0)
  const since = (...at: [number, number, number?]) =>
    formatSince(new Date(2026, at[0], at[1], at[2] ?? 9), now).replaceAll('\u202f', ' ')
  expect(since(7, 14)).toBe('9:00 AM')
  expect(since(7, 11)).toBe('Tue')
  // A week ago the weekday would be today's.
  expect(since(7, 7)).toBe('Aug 7')
})
