import { expect, it } from 'vitest'
import type { AdminGrant } from '#api/contract/admin-grants.ts'
import { DURATIONS, expiryOf, grantTerms, grantWords } from './grant-words.ts'

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

it('says of a revoked grant that it is, not until when it would have been live', () => {
  const grant = { active: true, expires_at: null, max_uses: 2, uses_count: 1 } as AdminGrant
  expect(grantTerms(grant)).toBe('indefinite, 1 of 2 uses')
  const revoked = { ...grant, active: false, expires_at: '2026-12-07T12:00:00.000Z' }
  expect(grantTerms(revoked)).toBe('revoked or replaced, 1 of 2 uses')
})
