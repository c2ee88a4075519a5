import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ActivityRow } from '#db/schema/activities.ts'
import type { TeamRows } from '#web/replica/teams.ts'
import { session } from '#web/session/session.ts'
import { PersonTrail } from './person-trail.tsx'

const NOW = new Date('2026-11-23T15:00:00Z')
const STEP: ActivityRow = {
  id: 'step',
  owner_id: 'ana',
  list_id: null,
  candidate_id: 'zenobia',
  kind: 'email',
  value: null,
  words: null,
  next_on: null,
  created_by: 'ana',
  created_at: NOW,
  happened_at: NOW,
  card: null,
  redacted_at: null,
}

const members = vi.hoisted(() => ({ rows: undefined as TeamRows | undefined }))
vi.mock('#web/replica/teams.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#web/replica/teams.ts')>()
  return { ...original, useTeams: () => original.teamsOf(members.rows as TeamRows, 'ana') }
})
vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/session/session.ts')>()),
  useActor: () => ({ id: 'ana' }),
}))

const roster = ['ana', 'ben'].map((user_id) => ({
  team_id: 'team',
  user_id,
  display_name: user_id,
  ended_at: null,
}))

/** Ana is in a team, too. */
function asMember(role: 'recruiter' | 'viewer'): void {
  const team = { id: 'team', name: 'Desk', lease_days: 14, cooldown_days: 30, seats: 3 }
  members.rows = { teams: [{ ...team, member_id: 'm', role }], roster }
}

beforeEach(() => {
  session.me = { user: { id: 'ana', email: 'ana@agency.test' }, role: 'subscriber' } as never
  asMember('recruiter')
})

/** What the history asks of a step; undefined where it asks nothing. */
function asked(step: Partial<ActivityRow>): string | undefined {
  const person = { id: 'zenobia', name: 'Zenobia Vale' }
  const page = renderToStaticMarkup(<PersonTrail person={person} rows={[{ ...STEP, ...step }]} />)
  return /aria-label="(What came of it: [^"]+)"/.exec(page)?.[1]
}

it.each([
  ['call', 'What came of it: Call, no outcome yet'],
  ['email', 'What came of it: Email'],
  ['text', 'What came of it: Text message'],
  ['meeting', 'What came of it: Meeting'],
] as const)('the author of a %s without an outcome is asked what came of it', (kind, label) => {
  expect(asked({ kind })).toBe(label)
  expect(asked({ kind, owner_id: 'team' })).toBe(label)
})

it.each([
  ['the outcome is known', { value: 'replied' }],
  ['its words were taken out', { redacted_at: NOW }],
  ['another member did it', { owner_id: 'team', created_by: 'ben' }],
  ['it is a note', { kind: 'note', words: 'Nights' }],
  ['it is a stage that was taken away', { kind: 'stage' }],
] as const)('nobody is asked where %s', (_, step) => {
  expect(asked(step)).toBeUndefined()
})

it('who may write no more for the team is not asked of its steps', () => {
  asMember('viewer')
  expect(asked({ owner_id: 'team' })).toBeUndefined()
  expect(asked({})).toBe('What came of it: Email')
})
