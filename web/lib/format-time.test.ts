import { expect, it } from 'vitest'
import { formatAge, formatAgo, formatStart } from './format-time.ts'

it('says how long ago work was done', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ages = {
    '2026-11-20T12:00:30Z': 'now',
    '2026-11-20T11:59:10Z': 'now',
    '2026-11-20T11:56:00Z': '4 min ago',
    '2026-11-20T10:01:00Z': '1 h ago',
    '2026-11-19T12:30:00Z': '23 h ago',
    '2026-11-19T11:00:00Z': 'yesterday',
  }
  for (const [instant, words] of Object.entries(ages)) {
    expect(formatAgo(new Date(instant), now)).toBe(words)
  }
})

it('says how long ago in the unit a person would use', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ages = {
    '2026-11-20T08:00:00Z': 'today',
    '2026-11-21T08:00:00Z': 'today',
    '2026-11-19T08:00:00Z': 'yesterday',
    '2026-11-08T08:00:00Z': '12 days ago',
    '2026-06-20T12:00:00Z': '5 months ago',
    '2023-11-01T12:00:00Z': '3 years ago',
  }
  for (const [instant, age] of Object.entries(ages)) expect(formatAge(instant, now)).toBe(age)
})

it('names the month a company began, and leaves a year alone', () => {
  const starts = { '2026-07': 'July 2026', '2019-01-15': 'January 2019', '1998': '1998' }
  for (const [start, text] of Object.entries(starts)) expect(formatStart(start)).toBe(text)
  expect(formatStart('2026-13')).toBe('2026-13')
  expect(formatStart(null)).toBeNull()
})
