import { proxy, subscribe } from 'valtio'
import type { SearchParams } from '#api/contract/search-params.ts'
import { SELECT_ALL_MAX } from '#db/schema/vocabulary.ts'
import { FREE_LIMIT_REACHED } from '#web/lib/account/billing-messages.ts'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { ApiError } from '#web/lib/api-client.ts'
import {
  SELECT_ALL_NEEDS,
  SELECTION_FULL,
  SELECTION_MODE_ACTIVE,
  selectAllErrorMessage,
} from '#web/lib/error-messages.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { searchIds } from '#web/lib/people/directory-client.ts'
import { actorOf, canNow, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import {
  afterPageChange,
  isFull,
  NOTHING_SELECTED,
  type Selection,
  selectAll,
  toggleOne,
  togglePage,
} from './selection.ts'

/** The selection and its search; it survives a visit to a profile. */
export const selectionStore = proxy<{
  selection: Selection
  isLoadingAll: boolean
  filters: string
  page: number
}>({ selection: NOTHING_SELECTED, isLoadingAll: false, filters: '', page: 1 })

let owner = actorOf(session.me).id

/** A selection is of the account that made it: the next one in this tab begins with none. */
subscribe(session, () => {
  const { id } = actorOf(session.me)
  if (id !== owner) clearSelection()
  owner = id
})

/** Adapts the selection to the present search: new filters clear it, a new page may. */
export function followSearch(params: Pick<SearchParams, 'filters' | 'page' | 'news'>): void {
  const { page } = params
  const key = keyOf(params)
  if (key !== selectionStore.filters) clearSelection()
  else if (page !== selectionStore.page) {
    selectionStore.selection = afterPageChange(selectionStore.selection)
  }
  selectionStore.filters = key
  selectionStore.page = page
}

/** Whom a search is for: a selection is of these. */
function keyOf({ filters, news }: Pick<SearchParams, 'filters' | 'news'>): string {
  return JSON.stringify([filters, news])
}

/** Selects or deselects one person, or says why it cannot. */
export function toggleSelected(id: string): void {
  // A plan can lapse while its results are still shown.
  if (!canNow('search.run')) {
    showToast(FREE_LIMIT_REACHED)
    return
  }
  const { selection } = selectionStore
  const next = toggleOne(selection, id)
  if (next) selectionStore.selection = next
  else showToast(isFull(selection) ? SELECTION_FULL : SELECTION_MODE_ACTIVE)
}

/** "Select Page": a second press clears. */
export function toggleSelectedPage(pageIds: readonly string[]): void {
  if (!canNow('search.run')) showToast(FREE_LIMIT_REACHED)
  else selectionStore.selection = togglePage(selectionStore.selection, pageIds)
}

export function clearSelection(): void {
  selectionStore.selection = NOTHING_SELECTED
}

/** "Select All": the first 500 people in the present order. A second press clears. */
export async function toggleSelectedAll({
  filters,
  sortKey,
  sortDirection,
  news,
}: Pick<SearchParams, 'filters' | 'sortKey' | 'sortDirection' | 'news'>): Promise<void> {
  if (selectionStore.selection.mode === 'all') return clearSelection()
  if (selectionStore.isLoadingAll) return
  if (!passesGate('search.select_all', SELECT_ALL_NEEDS)) return
  const key = keyOf({ filters, news })
  selectionStore.isLoadingAll = true
  try {
    const { data } = await searchIds({
      filters,
      ...(news ? { news } : {}),
      limit: SELECT_ALL_MAX,
      ...(sortKey ? { sortKey, sortDirection } : {}),
    })
    // If the filters have changed meanwhile, these people are not those on screen.
    if (key === selectionStore.filters)
      selectionStore.selection = selectAll(data.map(({ id }) => id))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ ...selectAllErrorMessage(error), tone: 'danger' })
  } finally {
    selectionStore.isLoadingAll = false
  }
}

/** The ids that an action applies to: the selection, or else the focused person. */
export function selectedOr(focused?: { id: string }): string[] {
  const { ids } = selectionStore.selection
  return ids.size > 0 || !focused ? [...ids] : [focused.id]
}

/** Whether one person is selected; renders again only when that changes. */
export function useIsSelected(id: string): boolean {
  return useProxyValue(selectionStore, ({ selection }) => selection.ids.has(id))
}
