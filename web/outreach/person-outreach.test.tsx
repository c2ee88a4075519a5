// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { keepDraft } from '#web/lib/hooks/use-draft.ts'
import { setTeamRows } from '#web/replica/teams.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { session } from '#web/session/session.ts'
import { GULF_DESK, GULF_DESK_ROSTER } from './gulf-desk-fixture.ts'
import { workPlace } from './kept-work.ts'
import type { OutreachPerson } from './outreach-sheet-store.ts'
import { PersonOutreach } from './person-outreach.tsx'
import { untouched } from './untouched.ts'

const known = vi.hoisted(() => ({ touches: undefined as PersonTouches | undefined }))
vi.mock('./touches.ts', () => ({ useTouches: () => known.touches }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))

afterEach(cleanup)

/** The person, as the note's query answers. */
function shown(note: Partial<LiveQuery<unknown>>, list?: OutreachPerson['list']): string {
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    ...((name === 'candidates.one' ? note : {}) as object),
  }))
  return render(<PersonOutreach person={{ id: 'zenobia', name: 'Zenobia Vale', list }} />).container
    .innerHTML
}

it('a private note is offered only once it is known that there is none', () => {
  expect(shown({})).toContain('Add a private note')
  for (const [status, absence] of [
    ['ready', 'away'],
    ['ready', 'loading'],
    ['failed', 'loading'],
    ['failed', 'away'],
  ] as const) {
    expect(shown({ status, absence })).not.toContain('private note')
  }
  const kept = shown({ rows: [{ note: 'Prefers nights' }], absence: 'away' })
  expect(kept).toContain('Prefers nights')
  expect(kept).toContain('Edit private note')
})

it('nobody is said to be untouched before that is known', () => {
  expect(shown({})).not.toContain('Never touched')
  known.touches = untouched('zenobia')
  expect(shown({})).toContain('Never touched')
})

describe('a note that is being written says who sees it', () => {
  const note = { kind: 'note', words: '', outcome: null, nextOn: null }
  beforeEach(async () => {
    session.me = { user: { id: 'ana', email: 'ana@agency.test' }, role: 'subscriber' } as never
    setTeamRows({ teams: [GULF_DESK], roster: GULF_DESK_ROSTER })
    // Drafts go with the account before.
    await Promise.resolve()
    for (const list of [undefined, 'l']) keepDraft(workPlace('activity', 'zenobia', list), note)
  })

  it.each([
    ['ana', 'Only you see it.'],
    ['team', 'Your team Gulf desk sees it.'],
  ])('on a list of %s', (owner_id, audience) => {
    const form = shown({}, { id: 'l', owner_id })
    expect(form).toContain(`Kept in the history. ${audience}`)
    expect(form).not.toContain('Who sees it')
  })

  it('elsewhere as a choice, where there is one', () => {
    expect(shown({})).toContain('Who sees it')
    expect(shown({})).toContain('Kept in the history.')
    expect(shown({})).not.toMatch(/sees? it\./)
    setTeamRows({ teams: [{ ...GULF_DESK, role: 'viewer' }], roster: GULF_DESK_ROSTER })
    expect(shown({})).not.toContain('Who sees it')
    expect(shown({})).toContain('Only you see it.')
  })
})
