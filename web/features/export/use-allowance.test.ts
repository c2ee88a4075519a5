import { expect, it } from 'vitest'
import { takingOf } from './use-allowance.ts'

const ALLOWANCE = {
  perDay: 10,
  left: 5,
  resetsAt: '2026-08-05T00:00:00.000Z',
  holders: [
    { kinds: ['phone' as const, 'work_email' as const], people: 3 },
    { kinds: ['work_email' as const], people: 2 },
    { kinds: ['direct_phone' as const], people: 1 },
  ],
}

it.each([
  [['last_name', 'phone_verified', 'linkedin_url'], 0, false],
  [['phone'], 3, false],
  [['phone', 'work_email'], 5, false],
  [['phone', 'work_email', 'direct_phone'], 6, true],
])('a file with the columns %j takes the contacts of %i people', (keys, people, isOver) => {
  expect(takingOf(ALLOWANCE, keys)).toMatchObject({ people, left: 5, isOver })
})
