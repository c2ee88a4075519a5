import { expect, it } from 'vitest'
import { TAKEN_ROWS } from './taken-rows.ts'

const THEN = '2026-11-20T09:00:00.000Z'
const STEP = {
  id: '00000000-0000-4000-8000-00000000000a',
  candidate_id: '00000000-0000-4000-8000-000000000001',
  list_id: null,
  words: null,
  next_on: null,
  created_at: THEN,
  happened_at: THEN,
}

it.each([
  ['stage', 'interested', 'replied'],
  ['stop', '2026-12-01', 'soon'],
  ['call', 'voicemail', 'replied'],
  ['email', 'bounced', 'talked'],
  ['text', 'no_reply', 'took_place'],
  ['meeting', 'postponed', 'voicemail'],
])('a taken %s may say %s, not %s', (kind, value, other) => {
  const isTaken = (value: string | null) =>
    TAKEN_ROWS.activities.safeParse({ ...STEP, kind, value }).success
  expect([isTaken(null), isTaken(value), isTaken(other)]).toEqual([true, true, false])
})

it('a taken note has no outcome', () => {
  expect(TAKEN_ROWS.activities.safeParse({ ...STEP, kind: 'note', value: 'talked' }).success).toBe(
    false,
  )
})
