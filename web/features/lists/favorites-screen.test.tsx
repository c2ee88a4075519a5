// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import type { SyncStatus } from '#sync/client/status.ts'
import type { StarredPerson } from '#sync/contract/queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { STARS_NEED_PLAN } from '#web/lib/error-messages.ts'
import { listDialogStore } from '#web/lib/lists/list-dialog-store.ts'
import { followQuery } from '#web/replica/follow-query.ts'
import { mutate, replicaStore } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { FavoritesLink } from './favorites-link.tsx'
import { FavoritesScreen } from './favorites-screen.tsx'

vi.mock('#web/replica/replica.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/replica/replica.ts')>()),
  mutate: vi.fn(),
}))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/replica/follow-query.ts', () => ({ followQuery: vi.fn(() => () => undefined) }))
vi.mock('#web/lib/people/known-contacts.ts', () => ({ useAskContactsKnown: () => undefined }))
vi.mock('#web/session/demo-limit.ts', () => ({ showDemoLimit: vi.fn() }))
vi.mock('#web/outreach/touch-line.tsx', () => ({ TouchLine: () => 'You called today' }))
vi.mock('./member-contacts.tsx', () => ({ MemberContacts: () => null }))
vi.mock('./bulk-reveal.tsx', () => ({ BulkReveal: () => null }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, children }: { to: string; params?: object; children: ReactNode }) => (
    <a href={to.replace('$id', Object.values(params ?? {}).join())}>{children}</a>
  ),
  useElementScrollRestoration: () => undefined,
}))

const SINCE = new Date('2026-08-04T19:05:00.000Z')
const CARD = {
  ...{ first_name: 'Ada', middle_name: null, last_name: 'Vale', credential: 'MD' },
  ...{ title: 'Attending', specialty: 'Cardiology', organization: 'Larkspur' },
  ...{ city: 'Reno', state: 'NV', linkedin_url: null, skills: [], education: [] },
} as unknown as StarredPerson['card']

const person = (candidate_id: string, given: Partial<StarredPerson> = {}): StarredPerson => ({
  ...{ candidate_id, card: CARD, note: null, created_at: SINCE, total: 1 },
  ...given,
})

type Answer = ReturnType<typeof useLiveQuery<'candidates.starred'>>

/** The words of the screen. */
function show(answer: Partial<Answer>, shown: ReactNode = <FavoritesScreen />): string {
  cleanup()
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, ...answer } as Answer)
  return render(shown).container.textContent
}

function signIn(role: Me['role']): void {
  session.me = { user: { id: 'me' }, role, tier: 'premium', grants: [] } as unknown as Me
  session.isKnown = true
}

const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  signIn('subscriber')
  toastStore.current = null
  listDialogStore.ids = null
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
})
afterEach(cleanup)

it('a favorite has who it is, the private note and the last touch, and leads to the profile', () => {
  const page = show({ rows: [person('ada', { note: 'Nights only' })] })
  expect(page).toContain('1 person')
  const card = screen.getByRole('listitem')
  for (const words of [
    ...['Ada Vale', 'MD', 'Cardiology', 'Reno, NV', 'Attending, Larkspur'],
    ...['Private note: Nights only', 'You called today'],
  ]) {
    expect(card.textContent).toContain(words)
  }
  // From /physicians/, Back would lead to the search.
  expect(within(card).getByRole('link').getAttribute('href')).toBe('/physician/ada')
})

it('a person whose card is not here yet is a skeleton, and is counted', () => {
  const page = show({ rows: [person('ada', { card: null, total: 2 }), person('ben')] })
  expect(page).toContain('2 people')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getAllByRole('checkbox', { name: /^Select Ada/ })).toHaveLength(1)
})

it('nobody is said to be a favorite only once that is known', () => {
  const none = 'You have no favorites yet'
  expect(show({ status: 'loading', absence: 'loading' })).not.toContain(none)
  screen.getByRole('status', { name: 'Loading healthcare workers' })
  expect(show({ absence: 'loading' })).not.toMatch(/no favorites|0 people/)
  screen.getByRole('status', { name: 'Loading healthcare workers' })
  expect(show({ absence: 'away' })).toContain('on this device yet')
  expect(show({ status: 'failed' })).toContain('Could not fetch your favorites.')
  const empty = show({})
  expect(empty).toContain(none)
  expect(empty).toContain('0 people')
  expect(screen.getByRole('link', { name: 'Go to Search' }).getAttribute('href')).toBe('/search')
})

it('a star is taken off, who had it selected no more, and Undo puts it back in its place', async () => {
  show({ rows: [person('ada')] })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ada Vale' }))
  expect(screen.getByRole('region', { name: 'Selection' }).textContent).toContain('1 selected')
  fireEvent.click(button('Remove Ada Vale from Favorites'))
  const off = { candidate_id: 'ada', starred: false }
  expect(mutate).toHaveBeenLastCalledWith('candidates.star', off)
  await vi.waitFor(() =>
    expect(toastStore.current).toMatchObject({
      title: 'Removed from Favorites',
      description: 'Ada Vale',
    }),
  )
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
  toastStore.current?.action?.onPress()
  const back = { candidate_id: 'ada', starred: true, since: SINCE.toISOString() }
  expect(mutate).toHaveBeenLastCalledWith('candidates.star', back)
})

it('without a plan favorites are read, and a press on the star says what changes them', () => {
  signIn('free')
  expect(show({ rows: [person('ada')] })).toContain('Ada Vale')
  const star = button('Remove Ada Vale from Favorites')
  expect(star.hasAttribute('data-restricted')).toBe(true)
  fireEvent.click(star)
  expect(toastStore.current).toMatchObject(STARS_NEED_PLAN)
  signIn('demo')
  show({ rows: [person('ada')] })
  fireEvent.click(button('Remove Ada Vale from Favorites'))
  expect(showDemoLimit).toHaveBeenCalledTimes(1)
  expect(mutate).not.toHaveBeenCalled()
})

it('one person, or all who are selected, go on a list', async () => {
  show({ rows: [person('ada'), person('ben')] })
  fireEvent.click(screen.getAllByRole('button', { name: 'Add Ada Vale to a list' })[1] as Element)
  await vi.waitFor(() => expect(listDialogStore.ids).toEqual(['ben']))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Add to list' })[0] as Element)
  await vi.waitFor(() => expect(listDialogStore.ids).toEqual(['ada', 'ben']))
  fireEvent.click(button('Clear'))
})

it('who is a favorite no more is not among those selected, once all rows are here', async () => {
  const selection = () => screen.queryByRole('region', { name: 'Selection' })?.textContent
  const answer = (ids: readonly string[]) =>
    act(async () =>
      vi.mocked(followQuery).mock.lastCall?.[0].onRows(ids.map((id) => ({ candidate_id: id }))),
    )
  show({ rows: [person('ada'), person('ben')] })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  // Ada's star is taken off on her profile.
  show({ rows: [person('ben')] })
  expect(followQuery).toHaveBeenLastCalledWith(
    expect.objectContaining({
      name: 'candidates.starred_of',
      args: { candidate_ids: ['ada', 'ben'] },
    }),
  )
  replicaStore.status = { isComplete: false } as SyncStatus
  await answer([])
  expect(selection()).toContain('2 selected')
  replicaStore.status = { isComplete: true } as SyncStatus
  await answer(['ben'])
  expect(selection()).toContain('1 selected')
  await answer([])
  expect(selection()).toBeUndefined()
})

it('favorites come by the hundred, and a page with nobody left on it is the first again', () => {
  const asked = () => vi.mocked(useLiveQuery).mock.lastCall
  show({ rows: [person('ada', { total: 150 })] })
  expect(asked()).toEqual(['candidates.starred', { offset: 0 }])
  fireEvent.click(button('Next page'))
  expect(asked()).toEqual(['candidates.starred', { offset: 100 }])
  show({})
  expect(asked()).toEqual(['candidates.starred', { offset: 0 }])
})

it('My Lists leads there, and counts them once that is known', () => {
  expect(show({ rows: [person('ada', { total: 3 })] }, <FavoritesLink />)).toBe(
    'Favorites 3 people',
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/lists/favorites')
  expect(show({ status: 'loading', absence: 'loading' }, <FavoritesLink />)).toBe('Favorites ')
  expect(show({}, <FavoritesLink />)).toBe('Favorites 0 people')
})
