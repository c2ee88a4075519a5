import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { DELETION_IN_PANEL, DELETION_ON_LISTS } from '#web/lib/lists/list-messages.ts'
import { restoreList } from '#web/lib/lists/restore-list.ts'
import { rememberList } from '#web/replica/last-list.ts'
import { mutate } from '#web/replica/replica.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import {
  addMembers,
  combineLists,
  createList,
  deleteList,
  moveList,
  refusedAssignments,
  removeMembers,
} from './list-actions.ts'
import { restorableUntil } from './restorable-until.ts'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/replica/last-list.ts', () => ({ rememberList: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({
  session: { me: null },
  actorOf: () => ({ id: 'me' }),
  useActor: vi.fn(),
}))

const LIST = { id: 'a list', owner_id: 'me' }

const REFUSALS = [
  [new AppError('gone', 'The list was deleted.'), 'The list was deleted.'],
  [new AppError('internal_error', 'a fault'), 'An unexpected error occurred'],
] as const

it.each(REFUSALS)('LISTS-27 says why people could not be added: %s', async (error, description) => {
  for (const add of [() => addMembers(LIST, ['somebody']), () => createList('New', ['somebody'])]) {
    toastStore.current = null
    vi.mocked(mutate).mockRejectedValueOnce(error)
    expect(await add()).toBeNull()
    expect(toastStore.current).toMatchObject({
      title: 'Failed to process list',
      description,
      tone: 'danger',
    })
  }
})

it('LISTS-07 says that a list could not be deleted, in the words of the place', async () => {
  const fault = new AppError('internal_error', 'The disk is full.')
  const signedOut = new AppError('authentication_required', 'Nobody is signed in.')
  for (const [error, words, title] of [
    [fault, DELETION_ON_LISTS, 'Could not delete list. The disk is full.'],
    [fault, DELETION_IN_PANEL, 'Failed to delete saved list'],
    [signedOut, DELETION_ON_LISTS, 'User not authenticated.'],
    [signedOut, DELETION_IN_PANEL, 'User not authenticated.'],
  ] as const) {
    vi.mocked(mutate).mockRejectedValueOnce(error)
    await deleteList({ ...LIST, name: 'Nights' }, words)
    expect(toastStore.current).toMatchObject({ title, tone: 'danger' })
  }
})

it('LISTS-26 puts the people on a list in the same change that makes it', async () => {
  vi.mocked(mutate).mockResolvedValueOnce({ id: 'mutation' })
  const list = await createList('New', ['somebody'])
  expect(mutate).toHaveBeenLastCalledWith('lists.create', {
    id: list?.id,
    name: 'New',
    candidate_ids: ['somebody'],
  })
})

it('LISTS-05 a deleted list can be restored for 30 days', () => {
  expect(restorableUntil({ deleted_at: new Date('2026-08-04T19:05:00Z') })).toEqual(
    new Date('2026-09-03T19:05:00Z'),
  )
})

describe('taking people off a list', () => {
  const ids = Array.from({ length: 501 }, (_, index) => `person ${index}`)
  beforeEach(() => {
    vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
    toastStore.current = null
  })

  it('LISTS-19 is offered to be undone for 10 s, which puts everybody back', async () => {
    expect(await removeMembers(LIST, ids)).toEqual(ids)
    expect(toastStore.current).toMatchObject({
      title: 'Healthcare Workers Removed',
      durationMs: 10_000,
      action: { label: 'Undo' },
    })
    vi.mocked(mutate).mockClear()
    toastStore.current?.action?.onPress()
    await vi.waitFor(() => expect(mutate).toHaveBeenCalledTimes(2))
    const put = vi.mocked(mutate).mock.calls.map(([name, args]) => ({ name, ...args }))
    expect(put.map(({ name }) => name)).toEqual(['members.restore', 'members.restore'])
    expect(put.flatMap((args) => ('candidate_ids' in args ? args.candidate_ids : []))).toEqual(ids)
  })

  it('LISTS-19 says that it failed', async () => {
    vi.mocked(mutate).mockRejectedValueOnce(new AppError('internal_error', 'The disk is full.'))
    expect(await removeMembers(LIST, ids)).toEqual([])
    expect(toastStore.current).toMatchObject({
      title: 'Failed to remove healthcare workers from list',
      tone: 'danger',
    })
    expect(toastStore.current).not.toHaveProperty('action')
  })

  it('half way, it says how many were removed, and those can be put back', async () => {
    vi.mocked(mutate)
      .mockResolvedValueOnce({ id: 'mutation' })
      .mockRejectedValueOnce(new AppError('internal_error', 'The disk is full.'))
    const removed = ids.slice(0, 500)
    expect(await removeMembers(LIST, ids)).toEqual(removed)
    expect(toastStore.current).toMatchObject({
      title: 'Failed to remove healthcare workers from list',
      description: '500 of 501 were removed.',
      tone: 'danger',
      durationMs: 10_000,
      action: { label: 'Undo' },
    })
    toastStore.current?.action?.onPress()
    await vi.waitFor(() =>
      expect(mutate).toHaveBeenLastCalledWith('members.restore', {
        list_id: 'a list',
        candidate_ids: removed,
      }),
    )
  })
})

it('assignments that were refused are told at each person, of one choice for many, too', () => {
  const TEAMS = { id: 'a list', owner_id: 'team' }
  const state = { kind: 'rejected', code: 'taken', message: '' }
  const of = { owner: 'team', list_id: 'a list' }
  const many = { ...of, people: [{ candidate_id: 'bo' }, { candidate_id: 'cy' }] }
  const entries = [
    { id: '1', name: 'members.assign', args: { ...of, candidate_id: 'ann' }, state },
    { id: '2', name: 'members.assign_many', args: many, state },
    { id: '3', name: 'members.assign_many', args: { ...many, list_id: 'another' }, state },
    { id: '4', name: 'members.assign_many', args: many, state: { kind: 'waiting' } },
    { id: '5', name: 'members.stage_many', args: many, state },
  ] as unknown as PendingMutation[]
  const refused = refusedAssignments(entries, TEAMS)
  expect([...refused].map(([person, { id }]) => [person, id])).toEqual([
    ['ann', '1'],
    ['bo', '2'],
    ['cy', '2'],
  ])
})

it('a list is moved to a team and back, and either move can be undone for 10 s', async () => {
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  const gulf = { id: 'gulf', name: 'Gulf desk' }
  const mine = { ...LIST, name: 'Nights' } as ListSummary
  const toast = { description: 'Nights', durationMs: 10_000, action: { label: 'Undo' } }
  expect(await moveList(mine, gulf)).toEqual({ id: 'a list', owner_id: 'gulf' })
  expect(toastStore.current).toMatchObject({ title: 'Moved to Gulf desk', ...toast })
  toastStore.current?.action?.onPress()
  expect(await moveList({ ...mine, owner_id: 'gulf' }, null)).toEqual(LIST)
  expect(toastStore.current).toMatchObject({ title: 'Moved to your own lists', ...toast })
  toastStore.current?.action?.onPress()
  const [there, back] = [{ to: 'gulf' }, { owner: 'gulf' }]
  expect(vi.mocked(mutate).mock.calls).toEqual(
    [there, back, back, there].map((way) => ['lists.move', { ...way, id: 'a list' }]),
  )
})

it('a deleted list can be brought back for 10 s, which says so', async () => {
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  await deleteList({ ...LIST, name: 'Nights' }, DELETION_ON_LISTS)
  expect(toastStore.current).toMatchObject({ durationMs: 10_000, action: { label: 'Undo' } })
  toastStore.current?.action?.onPress()
  expect(mutate).toHaveBeenLastCalledWith('lists.restore', { id: 'a list' })
  const restored = { title: 'List restored', description: 'Nights', tone: 'ok' }
  await vi.waitFor(() => expect(toastStore.current).toMatchObject(restored))
})

it('a list that could not be brought back is not said to be', async () => {
  vi.mocked(mutate)
    .mockReset()
    .mockRejectedValue(new AppError('internal_error', 'The disk is full.'))
  await restoreList({ ...LIST, name: 'Nights' })
  expect(toastStore.current).toMatchObject({ title: 'The list was not saved', tone: 'danger' })
})

it('the list used last is the one that people were put on or that was made', async () => {
  vi.mocked(rememberList).mockClear()
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  const used = [
    await addMembers(LIST, ['somebody']),
    await createList('New'),
    await createList('Ours', [], { team: 'a team' }),
    await combineLists('Both', 'union', [LIST]),
  ]
  expect(vi.mocked(rememberList).mock.calls).toEqual(used.map((list) => [list]))
  expect(used.map((list) => list?.owner_id)).toEqual(['me', 'me', 'a team', 'me'])
  vi.mocked(rememberList).mockClear()
  vi.mocked(mutate).mockRejectedValue(new AppError('internal_error', 'The disk is full.'))
  expect([await createList('New'), await combineLists('Both', 'union', [LIST])]).toEqual([
    null,
    null,
  ])
  expect(rememberList).not.toHaveBeenCalled()
})

it('a list made of others names them by owner', async () => {
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  const theirs = { id: 'their list', owner_id: 'a team' }
  const made = await combineLists('Both', 'intersection', [LIST, theirs], { team: 'a team' })
  expect(mutate).toHaveBeenLastCalledWith('lists.combine', {
    owner: 'a team',
    id: made?.id,
    name: 'Both',
    how: 'intersection',
    of: [{ id: 'a list' }, { owner: 'a team', id: 'their list' }],
  })
  expect(made?.owner_id).toBe('a team')
})
