import { beforeEach, expect, it, vi } from 'vitest'
import { parseSearchParams } from '#api/contract/search-params.ts'
import { searchIds } from '#web/lib/people/directory-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import {
  clearSelection,
  followSearch,
  selectedOr,
  selectionStore,
  toggleSelected,
  toggleSelectedAll,
} from './selection-store.ts'

vi.mock('#web/lib/people/directory-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/lib/people/directory-client.ts')>()),
  searchIds: vi.fn(),
}))
vi.mock('#web/lib/account/show-gate.ts', () => ({ passesGate: () => true }))
vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/session/session.ts')>()),
  canNow: () => true,
}))

const search = (query: string) =>
  parseSearchParams({ query, sortKey: 'name', sortDirection: 'desc' })
const selected = () => [...selectionStore.selection.ids]

beforeEach(() => {
  clearSelection()
  followSearch(search('icu'))
})

it('SELECT-03 selects the first 500 in the order that is shown', async () => {
  vi.mocked(searchIds).mockResolvedValueOnce({ data: [{ id: 'ada' }, { id: 'ben' }] } as never)
  await toggleSelectedAll(search('icu'))
  expect(searchIds).toHaveBeenLastCalledWith({
    filters: search('icu').filters,
    limit: 500,
    sortKey: 'name',
    sortDirection: 'desc',
  })
  expect(selected()).toEqual(['ada', 'ben'])
})

it('SELECT-10 who was found for other filters by then is not selected', async () => {
  let answer = (_: unknown): void => undefined
  vi.mocked(searchIds).mockReturnValueOnce(new Promise((resolve) => (answer = resolve as never)))
  const selecting = toggleSelectedAll(search('icu'))
  expect(selectionStore.isLoadingAll).toBe(true)
  followSearch(search('er'))
  answer({ data: [{ id: 'ada' }] })
  await selecting
  expect(selected()).toEqual([])
  expect(selectionStore.isLoadingAll).toBe(false)
})

it('SELECT-06 in mode all none is unticked, and none is ticked beyond the 500', async () => {
  const data = Array.from({ length: 500 }, (_, place) => ({ id: `person ${place}` }))
  vi.mocked(searchIds).mockResolvedValueOnce({ data: data.slice(0, 499) } as never)
  await toggleSelectedAll(search('icu'))
  toggleSelected('person 3')
  expect(toastStore.current).toMatchObject({
    title: 'Selection Mode Active',
    description: 'All results are selected. Clear the selection to pick people one by one.',
  })
  clearSelection()
  vi.mocked(searchIds).mockResolvedValueOnce({ data } as never)
  await toggleSelectedAll(search('icu'))
  for (const id of ['person 3', 'somebody later']) {
    toastStore.current = null
    toggleSelected(id)
    expect(toastStore.current).toMatchObject({
      title: 'Selection Mode Active',
      description:
        'The first 500 are selected, which is the limit. Clear the selection to pick people one by one.',
    })
  }
  expect(selected()).toEqual(data.map(({ id }) => id))
})

it('an action is for those selected, or else for the person in focus', async () => {
  expect(selectedOr()).toEqual([])
  expect(selectedOr({ id: 'cleo' })).toEqual(['cleo'])
  vi.mocked(searchIds).mockResolvedValueOnce({ data: [{ id: 'ada' }] } as never)
  await toggleSelectedAll(search('icu'))
  expect(selectedOr({ id: 'cleo' })).toEqual(['ada'])
})
