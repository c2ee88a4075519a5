import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { StatusBoard } from '#sync/client/status.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { type Action, can } from '#sync/contract/permissions.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { listDialogStore } from '#web/lib/lists/list-dialog-store.ts'
import { lastList } from '#web/replica/last-list.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { replicaStore } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { session } from '#web/session/session.ts'
import { AddToListDialog } from './add-to-list-dialog.tsx'
import { DeletedListsScreen } from './deleted-lists-screen.tsx'
import { ListScreen } from './list-screen.tsx'
import { ListsScreen } from './lists-screen.tsx'
import { MemberList } from './member-list.tsx'
import { SavedLists } from './saved-lists.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
// Rendered without a browser, a component does not know the device.
vi.mock('#web/replica/use-replica-state.ts', () => ({
  useReplicaState: (read: (state: typeof replicaStore) => unknown) => read(replicaStore),
}))
const { teams } = vi.hoisted(() => ({
  teams: { areKnown: true, mine: [] as { id: string; name: string }[] },
}))
vi.mock('#web/replica/teams.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#web/replica/teams.ts')>()
  return {
    ...original,
    useAreTeamsKnown: () => teams.areKnown,
    useTeams: () => ({ ...original.useTeams(), teams: teams.mine }),
  }
})
// Rendered without a browser, a component does not know the session.
vi.mock('#web/session/session.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#web/session/session.ts')>()
  return {
    ...original,
    useActor: () => original.actorOf(original.session.me),
    useIsRefused: (action: Action) => !can(original.actorOf(original.session.me), action),
  }
})
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useRouter: () => ({}),
  useNavigate: () => () => undefined,
  useElementScrollRestoration: () => undefined,
}))

// A dialog renders into a portal, which rendering without a browser leaves out.
vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))

const LIST: ListSummary = {
  id: 'a list',
  owner_id: 'me',
  created_by: 'me',
  name: 'Night shifts',
  description: null,
  created_at: new Date(2026, 7, 4, 19, 5),
  updated_at: new Date(2026, 7, 4, 19, 5),
  deleted_at: null,
  member_count: 1,
}

// The lists are this account's.
session.me = { user: { id: 'me' } } as Me

function shown(screen: ReactNode, answer: Partial<ReturnType<typeof useLiveQuery<'lists.all'>>>) {
  const query = { ...NO_ROWS, ...answer }
  vi.mocked(useLiveQuery).mockReturnValue(query)
  return renderToStaticMarkup(screen)
}

const LIST_SCREEN = <ListScreen listId="a list" />

it('LISTS-01 My Lists is a table of names, how many, days and actions', () => {
  const columns = shown(<ListsScreen />, { rows: [LIST] }).matchAll(/<th [^>]*>([^<]*)/g)
  expect([...columns].map(([, label]) => label)).toEqual([
    ...['Name', 'Physicians', 'Created', 'Actions'],
  ])
})

it('the button for a new list looks refused to whom the server refuses one', () => {
  const button = () => /<button[^>]*>(?=<svg[^>]*lucide-plus)/.exec(shown(<ListsScreen />, {}))?.[0]
  const mine = session.me
  session.me = { ...mine, role: 'demo', tier: null, grants: [] } as unknown as Me
  expect(button()).toContain('data-restricted="true"')
  session.me = { ...mine, role: 'demo', tier: null, grants: ['createLists'] } as unknown as Me
  expect(button()).not.toContain('data-restricted=')
  session.me = mine
})

it('LISTS-02 My Lists says that there are none', () => {
  expect(shown(<ListsScreen />, {})).toContain('You have no saved lists yet.')
})

it('LISTS-08 LISTS-21 each place has its own words for lists that do not load', () => {
  const failed = { status: 'failed' } as const
  expect(shown(<ListsScreen />, failed)).toContain('Could not fetch your lists.')
  expect(shown(<SavedLists />, failed)).toContain('Failed to load your saved lists')
  listDialogStore.ids = ['somebody']
  expect(shown(<AddToListDialog />, failed)).toContain('Failed to load your lists.')
  expect(shown(LIST_SCREEN, failed)).toContain('Failed to load list details')
})

it('LISTS-09 the panel without lists says so and leads to the directory', () => {
  const page = shown(<SavedLists />, {})
  expect(page).toContain('You don&#x27;t have any saved lists yet.')
  expect(page).toContain('<a href="/directory">Go to Directory</a>')
})

it('LISTS-10 the panel shows the day, how many, one in the singular, and what a list is for', () => {
  const one = shown(<SavedLists />, { rows: [LIST] })
  expect(one).toContain('Created on Aug 4, 2026')
  expect(one).toMatch(/\b1 physician</)
  const many = { ...LIST, member_count: 1204, description: 'Two hospitals in Reno' }
  const several = shown(<SavedLists />, { rows: [many] })
  expect(several).toContain('1,204 physicians')
  expect(several).toContain('Two hospitals in Reno')
})

it('LISTS-12 one worker is one, and LISTS-23 the list used last is offered first', () => {
  const one = { ...LIST, candidate_id: 'somebody' }
  expect(shown(LIST_SCREEN, { rows: [one] })).toMatch(/\b1 healthcare worker</)
  const older = { ...LIST, id: 'older', name: 'Day shifts' }
  const offered = () =>
    [...shown(<AddToListDialog />, { rows: [LIST, older] }).matchAll(/<option[^>]*>([^<]*)/g)].map(
      ([, name]) => name,
    )
  listDialogStore.ids = ['somebody']
  expect(offered()).toEqual(['Night shifts', 'Day shifts'])
  lastList.list = older
  expect(offered()).toEqual(['Day shifts', 'Night shifts'])
  lastList.list = null
})

it.each([
  ['own', null, 'me'],
  ['team’s', 'desk', 'desk'],
])('the people of an %s list are asked for before the list is known', (_, team, owner_id) => {
  vi.mocked(useLiveQuery).mockClear()
  const screen = <ListScreen listId="a list" team={team} />
  expect(shown(screen, { status: 'loading' })).not.toContain('Loading healthcare workers')
  const asked = vi.mocked(useLiveQuery).mock.calls.find(([name]) => name === 'lists.members')
  expect(asked?.[1]).toMatchObject({ owner_id, list_id: 'a list', offset: 0 })
})

it('the people of a list cannot be ticked before they are known', () => {
  const isDisabled = (status: 'loading' | 'ready', rows: readonly unknown[]) =>
    /<input type="checkbox"[^>]* disabled=""/.test(
      shown(<MemberList address={LIST} list={LIST} />, { status, rows: rows as never[] }),
    )
  expect(isDisabled('loading', [])).toBe(true)
  expect(isDisabled('ready', [{ candidate_id: 'somebody', card: null, total: 1 }])).toBe(false)
})

it('LISTS-20 a list that may be on its way is not said to be missing', () => {
  // On a new device, and on one that has not caught up.
  for (const absence of ['loading', 'none'] as const) {
    const coming = shown(LIST_SCREEN, { isStale: true, absence })
    expect(coming).toContain('aria-label="Loading list"')
    expect(coming).not.toContain('not on this device')
  }
  const failed = shown(LIST_SCREEN, { isStale: true, hasFailed: true })
  expect(failed).toContain('Failed to load list details')
  expect(failed).not.toMatch(/Loading list|not on this device/)
  const away = shown(LIST_SCREEN, { isStale: true, isAway: true })
  expect(away).not.toContain('aria-label="Loading list"')
  expect(away).toContain('This list is not on this device')
})

it('a list is not on this device where the fallback device cannot ask the server', () => {
  const unanswered = { status: 'failed', isStale: true, isAway: true, hasFailed: true } as const
  const page = shown(LIST_SCREEN, unanswered)
  expect(page).toContain('This list is not on this device')
  expect(page).not.toContain('Failed to load list details')
  // A device whose own rows cannot be read has failed, with or without a network.
  replicaStore.status = { ...new StatusBoard().status, state: 'failed' }
  expect(shown(LIST_SCREEN, unanswered)).toContain('Failed to load list details')
  replicaStore.status = null
})

it('nobody and no list is said to be none before the rows are known', () => {
  const empty = { ...LIST, member_count: 0, candidate_id: 'nobody' }
  for (const absence of ['loading', 'away'] as const) {
    const screens = [
      <ListsScreen key="a" />,
      <SavedLists key="b" />,
      <DeletedListsScreen key="c" />,
    ]
    for (const screen of screens) {
      const page = shown(screen, { absence })
      expect(page).not.toMatch(/no saved lists yet|any saved lists yet|No list was deleted/)
      expect(page).toContain(absence === 'away' ? 'on this device yet' : 'Loading')
    }
    for (const screen of [<ListsScreen key="a" />, <SavedLists key="b" />, LIST_SCREEN]) {
      const page = shown(screen, { rows: [empty], absence })
      expect(page).toContain('Night shifts')
      const text = page.replace(/<[^>]*>/g, ' ')
      expect(text).not.toMatch(/\b0 |Nobody is on this list yet/)
    }
  }
  // Members that are here are counted, though others may come.
  expect(shown(<ListsScreen />, { rows: [LIST], absence: 'loading' })).toContain('1 physician')
  expect(shown(<SavedLists />, { rows: [LIST], absence: 'loading' })).toContain('1 physician')
  expect(shown(LIST_SCREEN, { rows: [empty] })).toContain('0 healthcare workers')
  expect(shown(<ListsScreen />, { rows: [empty] })).toContain('0 physicians')
  expect(shown(LIST_SCREEN, {})).not.toContain('0 healthcare workers')
})

it('no group of lists is said to be empty before the rows are known', () => {
  teams.mine = [{ id: 'desk', name: 'Night desk' }]
  for (const absence of ['loading', 'away'] as const) {
    const page = shown(<ListsScreen />, { rows: [LIST], absence })
    expect(page).toContain('Night desk')
    expect(page).not.toContain('No lists yet.')
  }
  expect(shown(<ListsScreen />, { rows: [LIST] })).toContain('No lists yet.')
  teams.mine = []
})

it('nobody is said to match before the people of the list are known', () => {
  for (const absence of ['loading', 'away'] as const) {
    const page = shown(<MemberList address={LIST} list={LIST} />, { absence })
    expect(page).not.toMatch(/Nobody/)
    expect(page).toContain(absence === 'away' ? 'on this device yet' : 'Loading')
  }
  expect(shown(<MemberList address={LIST} list={LIST} />, {})).toContain(
    'Nobody is on this list yet',
  )
})

it('My Lists shows no list before it is known which groups there are', () => {
  teams.areKnown = false
  const page = shown(<ListsScreen />, { rows: [LIST] })
  expect(page).toContain('Loading lists')
  expect(page).not.toContain('Night shifts')
  teams.areKnown = true
  expect(shown(<ListsScreen />, { rows: [LIST] })).toContain('Night shifts')
})

it('LISTS-05 a deleted list shows until when it can be restored, and goes when that is over', () => {
  const now = new Date('2026-08-20T12:00:00')
  vi.useFakeTimers({ now })
  const deleted = { ...LIST, deleted_at: new Date('2026-08-04T19:05:00') }
  const page = shown(<DeletedListsScreen />, { rows: [deleted] })
  expect(page).toContain('1 physician, can be restored until Sep 3, 2026')
  vi.setSystemTime(new Date('2026-09-03T19:06:00'))
  const over = shown(<DeletedListsScreen />, { rows: [deleted] })
  expect(over).toContain('No list was deleted lately')
  expect(over).not.toContain('Night shifts')
  vi.useRealTimers()
})

it('TEAMS-20 a list of a team that was left says so, and leads to the own ones', () => {
  leftTeams.names.desk = 'Night desk'
  leftTeams.byList['a list'] = 'desk'
  const page = shown(LIST_SCREEN, {})
  expect(page).toContain('You are no longer in Night desk')
  expect(page).toContain('<a href="/lists">My Lists</a>')
  leftTeams.names.desk = null
  expect(shown(LIST_SCREEN, { status: 'loading' })).toContain('You are no longer in this team')
  // Joined again, it is a list as any other.
  expect(shown(LIST_SCREEN, { rows: [LIST] })).not.toContain('no longer')
  leftTeams.byList = {}
  expect(shown(LIST_SCREEN, {})).not.toContain('no longer')
})

it('LISTS-23 there is no existing list to choose while there is none', () => {
  listDialogStore.ids = ['somebody']
  const existing = (page: string) => /<[^>]* value="existing"[^>]*>/.exec(page)?.[0]
  expect(existing(shown(<AddToListDialog />, {}))).toContain(' disabled=""')
  expect(existing(shown(<AddToListDialog />, { rows: [LIST] }))).not.toContain(' disabled=""')
  // The rows may be on their way.
  for (const answer of [{ status: 'loading', absence: 'loading' }, { absence: 'away' }] as const) {
    expect(existing(shown(<AddToListDialog />, answer))).not.toContain(' disabled=""')
  }
})
