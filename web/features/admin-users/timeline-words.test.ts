import { expect, it } from 'vitest'
import { AUDIT_ACTIONS } from '#db/schema/audit-actions.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { ACTION_OPTIONS, actionWords, circumstances } from './timeline-words.ts'

it.each([
  [{ action: 'reveal', count: 12, details: {} }, 'Revealed contacts', 'of 12 people'],
  [
    { action: 'export', count: 1, details: { count: 25, format: 'csv' } },
    'Exported',
    '25 people, CSV',
  ],
  [
    {
      action: 'plan.change',
      count: 1,
      details: {
        from_tier: 'free',
        from_status: 'none',
        tier: 'basic',
        status: 'active',
        cancels: true,
      },
    },
    'Plan changed',
    'Free → Monthly Plan (active), ends with its period',
  ],
  [
    {
      action: 'grant.create',
      count: 1,
      details: { featureType: 'full_access', expiresAt: '2026-12-01T10:00:00.000Z', maxUses: null },
    },
    'Access granted',
    `Full access, until ${formatMoment('2026-12-01T10:00:00.000Z')}`,
  ],
  [
    { action: 'grant.revoke', count: 1, details: { featureType: null } },
    'Access revoked',
    'Everything',
  ],
  [
    { action: 'factor.add', count: 1, details: { kind: 'passkey' } },
    'Second factor added',
    'kind: passkey',
  ],
  [
    { action: 'factor.reset', count: 1, details: { codes: true, passkeys: 0 } },
    'Second factor reset',
    'codes',
  ],
  [
    { action: 'factor.reset', count: 1, details: { codes: true, passkeys: 2 } },
    'Second factor reset',
    'codes, 2 passkeys',
  ],
  [
    { action: 'audit.export', count: 1, details: { format: 'csv', filters: [] } },
    'Downloaded the audit log',
    'format: csv',
  ],
  [
    { action: 'submission.reject', count: 1, details: { candidate: null, contacts: [] } },
    'Rejected a resume',
    '',
  ],
  [{ action: 'unheard.of', count: 1, details: {} }, 'unheard.of', ''],
])('says what happened: %j', (entry, action, line) => {
  expect(actionWords(entry.action)).toBe(action)
  expect(circumstances(entry)).toBe(line)
})

it.each(AUDIT_ACTIONS)('says %s in words, and filters by it', (action) => {
  expect(actionWords(action)).toMatch(/^[A-Z][a-z -]+$/)
  expect(ACTION_OPTIONS).toContainEqual({ value: action, label: actionWords(action) })
})

it('tells no two actions by the same words', () => {
  expect(new Set(AUDIT_ACTIONS.map(actionWords)).size).toBe(AUDIT_ACTIONS.length)
})
