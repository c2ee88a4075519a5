import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import type { Absence } from '#web/lib/absence.ts'
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
