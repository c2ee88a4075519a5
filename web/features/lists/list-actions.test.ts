import { expect, it, vi } from 'vitest'
import { AppError } from '../../../sync/contract/errors.ts'
import { DELETION_IN_PANEL, DELETION_ON_LISTS } from '../../lib/list-messages.ts'
import { mutate } from '../../lib/replica.ts'
import { toastStore } from '../../ui/toast-store.ts'
import { addMembers, createList, deleteList } from './list-actions.ts'

vi.mock('../../lib/replica.ts', () => ({ mutate: vi.fn() }))

const REFUSALS = [
  [new AppError('gone', 'The list was deleted.'), 'The list was deleted.'],
  [new AppError('internal_error', 'a fault'), 'An unexpected error occurred'],
] as const

it.each(REFUSALS)('LISTS-27 says why people could not be added: %s', async (error, description) => {
  for (const add of [
    () => addMembers('a list', ['somebody']),
    () => createList('New', ['somebody']),
  ]) {
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
    await deleteList({ id: 'a list' }, words)
    expect(toastStore.current).toMatchObject({ title, tone: 'danger' })
  }
})

it('LISTS-26 puts the people on a list in the same change that makes it', async () => {
  vi.mocked(mutate).mockResolvedValueOnce({ id: 'mutation' })
  const id = await createList('New', ['somebody'])
  expect(mutate).toHaveBeenLastCalledWith('lists.create', {
    id,
    name: 'New',
    candidate_ids: ['somebody'],
  })
})
