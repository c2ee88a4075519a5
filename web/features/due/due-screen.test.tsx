import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import type { DueStep, OpenCall } from '#sync/contract/outreach-queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { DueScreen } from './due-screen.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
/** What presses do, by the name of the button. */
const { presses } = vi.hoisted(() => ({ presses: new Map<string, () => void>() }))
vi.mock('#web/ui/button.tsx', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/ui/button.tsx')>()),
  Button: ({ 'aria-label': name = '', onClick = () => undefined }) => {
    presses.set(name, onClick)
    return null
  },
}))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 15), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

type Answer = Pick<LiveQuery<never>, 'status' | 'absence'>
const NONE: Answer = { status: 'ready', absence: 'none' }

/** The screen without a row of either query. */
function shown({ due = NONE, calls = NONE }: { due?: Answer; calls?: Answer }): string {
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    ...(name === 'people.calling' ? calls : name === 'people.due' ? due : NONE),
  }))
  return renderToStaticMarkup(<DueScreen />)
}

it('nothing is said to be due only once steps and calls are known', () => {
  expect(shown({})).toContain('Nothing is due')
  for (const query of ['due', 'calls']) {
    const loading = shown({ [query]: { status: 'loading', absence: 'loading' } })
    expect(loading).toContain('Loading what is due')
    expect(loading).not.toContain('Nothing is due')
    // The answer is that of the last visit.
    const coming = shown({ [query]: { status: 'ready', absence: 'loading' } })
    expect(coming).toContain('Loading what is due')
    expect(coming).not.toContain('Nothing is due')
    const failed = shown({ [query]: { status: 'failed', absence: 'loading' } })
    expect(failed).toContain('What is due could not be read')
    expect(failed).not.toMatch(/Nothing is due|Loading what is due/)
  }
})

const STEP = {
  id: 'a step',
  owner_id: '',
  list_id: null,
  candidate_id: 'zenobia',
  card: { first_name: 'Zenobia', last_name: 'Vale', title: 'ICU nurse' } as DueStep['card'],
  kind: 'next',
  value: null,
  words: 'Send the contract',
  happened_at: new Date(2026, 10, 20),
} as const

/** The screen with these rows, as text; a line for each group. */
function screenOf(due: readonly DueStep[], calls: readonly OpenCall[] = []): string[] {
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    rows: (name === 'people.due' ? due : name === 'people.calling' ? calls : []) as never[],
  }))
  return renderToStaticMarkup(<DueScreen />)
    .replaceAll('<section', '\n$&')
    .replaceAll(/<[^>]+>/g, ' ')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
}

it('each step is in the group of its day, with the person, the words and any day but today', () => {
  const step = (next_on: string) => ({ ...STEP, id: next_on, next_on })
  const days = ['2026-11-20', '2026-11-22', '2026-11-23', '2026-11-30', '2026-12-01']
  const who = 'Zenobia Vale ICU nurse Send the contract'
  expect(screenOf(days.map(step))).toEqual([
    'Due',
    `Overdue 2 ${who} Fri, Nov 20 ${who} yesterday`,
    `Today 1 ${who}`,
    `Next 7 days 1 ${who} Mon, Nov 30`,
    `Later 1 ${who} Tue, Dec 1`,
  ])
  expect(useLiveQuery).toHaveBeenCalledWith('people.due', {
    by: '',
    until: '9999-12-31',
    today: '2026-11-23',
    utc_offset: -new Date().getTimezoneOffset(),
  })
})

it('a call without an outcome says whom and when, and asks what came of it', () => {
  const { kind: _, value: __, words: ___, ...call } = STEP
  const calls = [{ ...call, happened_at: new Date(2026, 10, 23, 13) }]
  expect(screenOf([], calls)).toEqual([
    'Due',
    'Calls without an outcome 1 Zenobia Vale called 2 h ago',
  ])
  expect([...presses.keys()]).toContain('What came of the call with Zenobia Vale')
})

it('a step offers the numbers of its person, or to reveal them where there may be one', () => {
  const step = { ...STEP, next_on: '2026-11-23' }
  const reveal = 'View contact information of Zenobia Vale'
  const offersReveal = (card = step.card) => {
    presses.clear()
    screenOf([{ ...step, card }])
    return presses.has(reveal)
  }
  expect(offersReveal()).toBe(true)
  const withKinds = (...contact_kinds: ContactKind[]) => ({ ...STEP.card, contact_kinds }) as never
  expect(offersReveal(withKinds('work_email'))).toBe(false)
  expect(offersReveal(withKinds('work_email', 'direct_phone'))).toBe(true)
  const contact = { verified_at: null, source: 'csv' }
  revealedContacts.byPerson = {
    zenobia: [
      { ...contact, kind: 'direct_phone', value: '806-555-0102' },
      { ...contact, kind: 'work_email', value: 'zenobia@clinic.test' },
      { ...contact, kind: 'phone', value: '806-555-0101' },
    ],
  }
  expect(screenOf([step]).at(-1)).toMatch(/Send the contract 806-555-0101 806-555-0102$/)
  revealedContacts.byPerson = {}
})

it('a step says after what it was set, where that is known', () => {
  const step = { ...STEP, next_on: '2026-11-23' }
  expect(screenOf([{ ...step, kind: 'call', value: 'voicemail' }]).at(-1)).toMatch(
    /after: Call, voicemail$/,
  )
  expect(screenOf([step]).at(-1)).not.toContain('after')
})

it.each([
  ['2026-11-20', ['Tomorrow', 'In a week']],
  ['2026-11-23', ['Tomorrow', 'In a week']],
  ['2026-11-24', ['In a week']],
  ['2026-11-30', ['Tomorrow']],
  ['2026-12-01', ['Tomorrow', 'In a week']],
])('a step of %s is offered other days: %s', (next_on, days) => {
  presses.clear()
  screenOf([{ ...STEP, next_on }])
  const named = [...presses.keys()].filter((name) => /^(Tomorrow|In a week):/.test(name))
  expect(named).toEqual(days.map((day) => `${day}: Zenobia Vale`))
})
