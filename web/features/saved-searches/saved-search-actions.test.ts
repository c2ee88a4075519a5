import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { mutate } from '#web/replica/replica.ts'
import { canNow } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { deleteSearch, saveSearch } from './saved-search-actions.ts'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({
  canNow: vi.fn(),
  session: { me: null },
  actorOf: () => ({ id: 'me' }),
  useActor: vi.fn(),
}))

const ROW = {
  id: 'a search',
  owner_id: 'me',
  name: 'Night shifts',
  search_params: { query: 'icu' },
  created_at: new Date(),
  updated_at: new Date(),
  created_by: 'me',
  updated_by: 'me',
}

beforeEach(() => {
  toastStore.current = null
  vi.mocked(canNow).mockReturnValue(true)
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
})

it('SAVED-05 says that a search could not be saved, and why', async () => {
  vi.mocked(mutate).mockRejectedValueOnce(new AppError('internal_error', 'The disk is full.'))
  expect(await saveSearch('Night shifts', { query: 'icu' })).toBe(false)
  expect(toastStore.current).toMatchObject({
    title: 'Failed to save search',
    description: 'The disk is full.',
    tone: 'danger',
  })
})

it('SAVED-11 says that a search could not be deleted', async () => {
  vi.mocked(mutate).mockRejectedValueOnce(new AppError('internal_error', 'The disk is full.'))
  await deleteSearch(ROW)
  expect(toastStore.current).toMatchObject({
    title: 'Failed to delete saved search',
    tone: 'danger',
  })
})

it('SAVED-10 deletes by id and offers to take it back, with the name and the search it had', async () => {
  await deleteSearch(ROW)
  expect(mutate).toHaveBeenLastCalledWith('searches.delete', { id: ROW.id })
  expect(toastStore.current).toMatchObject({
    title: 'Search deleted',
    description: 'Your saved search has been deleted.',
    durationMs: 10_000,
    action: { label: 'Undo' },
  })
  toastStore.current?.action?.onPress()
  expect(mutate).toHaveBeenLastCalledWith('searches.create', {
    id: expect.not.stringMatching(ROW.id),
    name: ROW.name,
    search_params: ROW.search_params,
  })
})

it('SAVED-10 a team’s search comes back to the team', async () => {
  await deleteSearch({ ...ROW, owner_id: 'desk' })
  expect(mutate).toHaveBeenLastCalledWith('searches.delete', { owner: 'desk', id: ROW.id })
  toastStore.current?.action?.onPress()
  expect(mutate).toHaveBeenLastCalledWith(
    'searches.create',
    expect.objectContaining({ owner: 'desk', name: ROW.name }),
  )
})

it('a deletion is not offered to be undone where no search may be saved', async () => {
  vi.mocked(canNow).mockReturnValue(false)
  await deleteSearch(ROW)
  expect(toastStore.current).toMatchObject({ title: 'Search deleted' })
  expect(toastStore.current?.action).toBeUndefined()
})
