import { expect, it, vi } from 'vitest'
import { AppError } from '../../../sync/contract/errors.ts'
import { mutate } from '../../lib/replica.ts'
import { toastStore } from '../../ui/toast-store.ts'
import { addMembers, createList } from './list-actions.ts'

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

it('LISTS-26 puts the people on a list in the same change that makes it', async () => {
  vi.mocked(mutate).mockResolvedValueOnce({ id: 'mutation' })
  const id = await createList('New', ['somebody'])
  expect(mutate).toHaveBeenLastCalledWith('lists.create', {
    id,
    name: 'New',
    candidate_ids: ['somebody'],
  })
})
