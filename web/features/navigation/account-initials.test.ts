import { expect, it } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { accountInitials } from './account-initials.ts'

it.each([
  ['Ada Lovelace King', 'ada@example.com', 'AL'],
  ['ada', 'ada@example.com', 'A'],
  ['', 'ann.lee@example.com', 'AL'],
  ['élodie o’hara', 'e@example.com', 'ÉO'],
])('the account of "%s" <%s> shows %s', (name, email, initials) => {
  const user = { id: 'ada', email, name, created_at: '2026-01-01T00:00:00Z' }
  expect(accountInitials({ user } as Me)).toBe(initials)
})

it('nobody has none', () => {
  expect(accountInitials(null)).toBe('')
})
