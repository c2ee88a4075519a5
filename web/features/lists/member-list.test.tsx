// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SyncStatus } from '#sync/client/status.ts'
import type { FoundMember, ListSummary } from '#sync/contract/list-queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { keepDraft } from '#web/lib/hooks/use-draft.ts'
import { keepUnchanged } from '#web/lib/keep-unchanged.ts'
import { followQuery } from '#web/replica/follow-query.ts'
import { replicaStore } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { MemberContacts } from './member-contacts.tsx'
import { MemberList } from './member-list.tsx'
import { NO_FILTERS } from './member-toolbar.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/replica/follow-query.ts', () => ({ followQuery: vi.fn(() => () => undefined) }))
vi.mock('#web/lib/people/known-contacts.ts', () => ({ useAskContactsKnown: () => undefined }))
vi.mock('@tanstack/react-router', () => ({
  Link: () => null,
  useElementScrollRestoration: () => undefined,
}))
vi.mock('./member-toolbar.tsx', () => ({
  MemberToolbar: () => null,
  NO_FILTERS: { text: '', page: 1 },
}))
vi.mock('./member-work.tsx', () => ({ MemberWork: () => null }))
vi.mock('./member-contacts.tsx', () => ({ MemberContacts: vi.fn(() => null) }))
const CARD = { skills: [], education: [], contact_kinds: [] }

afterEach(cleanup)

it('adding or removing a person renders the cards of no others', () => {
  let rows: readonly FoundMember[] = []
  const { rerender } = render(<div />)
  /** Those whose cards a list of these people renders. */
  function rendered(ids: readonly string[]): string[] {
    const members = ids.map((id) => ({ candidate_id: id, card: CARD, total: ids.length }))
    rows = keepUnchanged(rows, members as unknown as FoundMember[])
    vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows })
    vi.mocked(MemberContacts).mockClear()
    const list = { id: 'a list', owner_id: 'me', created_by: 'me', member_count: ids.length }
    const address = { id: 'a list', owner_id: 'me' }
    rerender(<MemberList address={address} list={list as ListSummary} />)
    return vi.mocked(MemberContacts).mock.calls.map(([{ person }]) => person.id)
  }
  expect(rendered(['ada', 'ben', 'cleo'])).toEqual(['ada', 'ben', 'cleo'])
  expect(rendered(['ada', 'ben'])).toEqual([])
  expect(rendered(['dora', 'ada', 'ben'])).toEqual(['dora'])
})

it('the page stays over a visit elsewhere, and is the first again once nobody is left on it', () => {
  const list = { id: 'a long list', owner_id: 'me', created_by: 'me', member_count: 150 }
  const shown = <MemberList address={list} list={list as ListSummary} />
  const asked = () => vi.mocked(useLiveQuery).mock.lastCall?.[1]
  const rows = [{ candidate_id: 'ada', card: CARD, total: 150 }] as unknown as FoundMember[]
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows })
  render(shown)
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  cleanup()
  render(shown)
  expect(asked()).toMatchObject({ offset: 100 })
  cleanup()
  vi.mocked(useLiveQuery).mockReturnValue(NO_ROWS)
  render(shown)
  expect(asked()).toMatchObject({ offset: 0 })
})

it('who is on the list no more is not among those selected, in parts of 500', async () => {
  const list = { id: 'another list', owner_id: 'me', created_by: 'me', member_count: 600 }
  const ids = Array.from({ length: 600 }, (_, index) => `person ${index}`)
  const rows = ids.map((candidate_id) => ({ candidate_id, card: null, total: 600 }))
  const view = { filters: NO_FILTERS, selected: new Set(ids), anchor: null }
  keepDraft('members of me another list', view)
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows: rows.slice(0, 1) })
  vi.mocked(followQuery).mockClear()
  render(<MemberList address={list} list={list as ListSummary} />)
  const [first, second, ...more] = vi.mocked(followQuery).mock.calls.map(([asked]) => asked)
  expect(more).toEqual([])
  expect(first).toMatchObject({ name: 'lists.work', args: { owner_id: 'me', id: 'another list' } })
  expect([first, second].map((asked) => asked?.args)).toMatchObject([
    { candidate_ids: ids.slice(0, 500) },
    { candidate_ids: ids.slice(500) },
  ])
  replicaStore.status = { isComplete: true } as SyncStatus
  await act(async () => second?.onRows(rows.slice(500, 599)))
  expect(screen.getByRole('region', { name: 'Selection' }).textContent).toContain('599 selected')
})
