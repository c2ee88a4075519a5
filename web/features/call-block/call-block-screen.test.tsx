import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { MemberToCall } from '#sync/contract/outreach-queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import type { Absence } from '#web/lib/lists/absence.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { CallBlockScreen } from './call-block-screen.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
const { device } = vi.hoisted(() => ({ device: { isPaused: false } }))
vi.mock('#web/replica/use-replica-state.ts', () => ({
  useReplicaState: (read: (state: { status: typeof device }) => unknown) =>
    read({ status: device }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useNavigate: () => () => undefined,
}))

const { refused } = vi.hoisted(() => ({ refused: { actions: [] as string[] } }))
vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/session/session.ts')>()),
  useIsRefused: (action: string) => refused.actions.includes(action),
}))

const LIST = { id: 'a list', owner_id: 'me', name: 'Night shifts', member_count: 3 }

/** The screen where the device's rows name nobody to call. */
function shown(absence: Absence, list: typeof LIST | null = LIST): string {
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    rows: (name === 'lists.one' && list ? [list] : []) as never[],
    status: list || absence !== 'loading' ? 'ready' : 'loading',
    isStale: absence !== 'none',
    isAway: absence === 'away',
    absence,
  }))
  return renderToStaticMarkup(<CallBlockScreen listId="a list" team={null} />)
}

it('an empty list is said to be empty, and nobody on it to be done', () => {
  const screen = shown('none', { ...LIST, member_count: 0 })
  expect(screen).toContain('Nobody is on this list yet')
  expect(screen).toContain('<a href="/search">Go to Search</a>')
  expect(screen).not.toContain('Everybody is done')
})

it('a list that may be on its way is not said to be missing', () => {
  expect(shown('loading', null)).toContain('Loading the call block')
  expect(shown('loading', null)).not.toContain('not on this device')
  expect(shown('away', null)).toContain('This list is not on this device')
  expect(shown('none', null)).not.toMatch(/Loading|not on this device/)
  device.isPaused = true
  expect(shown('loading', null)).toContain('This list is not on this device')
  device.isPaused = false
})

it('everybody is said to be done only once it is known who is on the list', () => {
  expect(shown('none')).toContain('Everybody is done')
  expect(shown('loading')).not.toContain('Everybody is done')
  expect(shown('loading')).toContain('Loading the call block')
  expect(shown('away')).not.toContain('Everybody is done')
  expect(shown('away')).toContain('on this device yet')
})

const NEXT = {
  candidate_id: 'zenobia',
  card: { first_name: 'Zenobia', last_name: 'Vale' } as MemberToCall['card'],
  stage: null,
  stopped: 1,
  touched: 1200,
  done: 2,
  total: 1210,
}

/** The text of the screen whose query for whom to call answers so. */
function block(answer: { rows?: readonly MemberToCall[]; status?: 'loading' | 'failed' }): string {
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    ...(name === 'lists.to_call' && answer),
    rows: (name === 'lists.one'
      ? [LIST]
      : name === 'lists.to_call'
        ? (answer.rows ?? [])
        : []) as never[],
  }))
  return renderToStaticMarkup(<CallBlockScreen listId="a list" team={null} />)
}

it('while it is asked whom to call, the block of a known list is said to be loading', () => {
  const loading = block({ status: 'loading' })
  expect(loading).toContain('role="status" aria-label="Loading the call block"')
  expect(loading).toContain('Night shifts')
  expect(block({ status: 'loading', rows: [NEXT] })).not.toContain('Loading the call block')
  expect(block({ status: 'failed' })).toContain('Failed to load list details')
})

it('counts those who are left to call, and says how many are left out and why', () => {
  const page = block({ rows: [NEXT] })
  expect(page).toContain('>3 of 9<')
  expect(page).toContain('aria-valuenow="2" aria-valuemax="9"')
  expect(page).toContain('Left out: 1,200 touched of late, 1 not to contact')
  const whole = block({ rows: [{ ...NEXT, stopped: 0, touched: 0, total: 3 }] })
  expect(whole).toContain('>3 of 3<')
  expect(whole).not.toContain('Left out')
  const ended = { ...NEXT, candidate_id: null, card: null, stopped: 0, touched: 0, total: 2 }
  expect(block({ rows: [ended] })).toContain('>2 of 2<')
})

it('what reveals a contact looks refused to an account without a plan', () => {
  const restricted = () =>
    [...block({ rows: [NEXT] }).matchAll(/<button[^>]*data-restricted="true".*?<\/button>/g)].map(
      ([button]) => /aria-label="([^"]+)"/.exec(button)?.[1] ?? button.replaceAll(/<[^>]+>/g, ''),
    )
  expect(restricted()).toEqual([])
  refused.actions = ['contact.reveal']
  expect(restricted()).toEqual(['Send email to Zenobia Vale', 'View contact'])
  refused.actions = []
})

it('a person’s numbers can all be called, the best by the button', () => {
  const phone = { verified_at: null, source: 'csv' }
  revealedContacts.byPerson = {
    zenobia: [
      { ...phone, kind: 'direct_phone', value: '806-555-0102' },
      { ...phone, kind: 'phone', value: '806-555-0101' },
    ],
  }
  const page = block({ rows: [NEXT] })
  expect(page).toMatch(/h-12 basis-full[^>]*>.*806-555-0101<\/button>.*806-555-0102<\/button>/)
  revealedContacts.byPerson = {}
})
