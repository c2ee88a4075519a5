import { expect, it } from 'vitest'
import { DURATIONS, expiryOf, grantWords } from './grant-words.ts'

it('USERS-07 offers five durations, a month being 30 days', () => {
  const now = new Date('2026-01-31T12:00:00.000Z')
  expect(DURATIONS.map(({ label, value }) => [label, expiryOf(value, now)])).toEqual([
    ['Indefinite', null],
    ['1 hour', '2026-01-31T13:00:00.000Z'],
    ['1 day', '2026-02-01T12:00:00.000Z'],
    ['1 week', '2026-02-07T12:00:00.000Z'],
    ['1 month', '2026-03-02T12:00:00.000Z'],
  ])
})

it('says until when a grant is live', () => {
  expect(grantWords({ until: null })).toBe('indefinite')
  expect(grantWords({ until: '2026-03-02T12:00:00.000Z' })).toBe('until Mar 2, 2026')
})
