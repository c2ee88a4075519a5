import { describe, expect, it } from 'vitest'
import type { ActivityRow, TouchKind } from '#db/schema/activities.ts'
import { teamsOf } from '#web/replica/teams.ts'
import { activityWords, callingWords, stopWords, touchWords } from './touch-words.ts'
import { untouched } from './untouched.ts'

const NOW = new Date('2026-11-23T15:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const roster = ['ana', 'ben'].map((user_id) => ({
  team_id: 'team',
  user_id,
  display_name: user_id === 'ana' ? 'Ana' : 'Ben',
  ended_at: null,
}))
const TEAMS = teamsOf({ teams: [], roster }, 'ana')

const NOTHING = untouched('p')
const touched = (touched_kind: TouchKind, touched_by: string, touched_value: string | null) => ({
  ...NOTHING,
  touched_kind,
  touched_by,
  touched_value,
  touched_owner: 'team',
  touched_at: ago(130),
})

describe('what a card says of the last touch', () => {
  it.each([
    [touched('call', 'ben', 'voicemail'), 'Ben called, voicemail · 2 h ago'],
    [touched('call', 'ana', 'talked'), 'You called, talked · 2 h ago'],
    [touched('email', 'ben', null), 'Ben emailed · 2 h ago'],
    [touched('email', 'ben', 'bounced'), 'Ben emailed, bounced · 2 h ago'],
    [touched('text', 'ben', 'no_reply'), 'Ben texted, no reply · 2 h ago'],
    [touched('meeting', 'ana', 'postponed'), 'You had a meeting, postponed · 2 h ago'],
    [touched('call', 'gone', 'no_answer'), 'A former member called, no answer · 2 h ago'],
    [NOTHING, null],
  ])('%#: %s', (touches, words) => {
    expect(touchWords(touches, TEAMS, NOW)).toBe(words)
  })
})

it('others are said to be calling for 15 minutes, this account is not', () => {
  const calling = (calling_by: string, minutes: number) => ({
    ...NOTHING,
    calling_id: 'c',
    calling_by,
    calling_owner: 'team',
    calling_at: ago(minutes),
  })
  expect(callingWords(calling('ben', 15), TEAMS, 'ana', NOW)).toBe('Ben is calling now')
  expect(callingWords(calling('ben', 16), TEAMS, 'ana', NOW)).toBeNull()
  expect(callingWords(calling('ana', 1), TEAMS, 'ana', NOW)).toBeNull()
})

it('a mark says its reason, and its last day where it has one', () => {
  const marked = { ...NOTHING, stop_mark: 'm', stop_reason: 'Asked us to stop' }
  expect(stopWords(marked)).toBe('Do not contact: Asked us to stop')
  expect(stopWords({ ...marked, stop_until: '2099-01-31' })).toBe(
    'Do not contact until Jan 31, 2099: Asked us to stop',
  )
  expect(stopWords(NOTHING)).toBeNull()
})

it.each([
  [{ kind: 'call', value: 'left_job' }, 'Call, left the job'],
  [{ kind: 'call', value: null }, 'Call, no outcome yet'],
  [{ kind: 'call', value: null, redacted_at: NOW }, 'Call, not made'],
  [{ kind: 'email', value: null }, 'Email'],
  [{ kind: 'email', value: 'replied' }, 'Email, replied'],
  [{ kind: 'text', value: 'wrong_number' }, 'Text message, wrong number'],
  [{ kind: 'meeting', value: 'no_show' }, 'Meeting, no show'],
  // Of a newer build.
  [{ kind: 'meeting', value: 'moved_online' }, 'Meeting, moved_online'],
  [{ kind: 'next', next_on: '2099-01-31' }, 'Next step Jan 31, 2099'],
  [{ kind: 'next', next_on: null }, 'Next step done'],
  [{ kind: 'assign', value: 'ben' }, 'Assigned to Ben'],
  [{ kind: 'stop', value: '2099-01-31' }, 'Do not contact until Jan 31, 2099'],
] as const)('%o is "%s" in the history', (step, words) => {
  const row = { owner_id: 'team', value: null, next_on: null, redacted_at: null, ...step }
  expect(activityWords(row as ActivityRow, TEAMS)).toBe(words)
})
