import {
  paramsOfSavedSearch,
  SAVED_SEARCH_VERSION,
  type SearchParams,
  toSearchUrl,
} from '#api/contract/search-params.ts'
import { askToSaveSearch, type SavedParams } from '#web/lib/searches/save-search.ts'
import { NOTHING_TO_SAVE } from '#web/lib/searches/saved-search-messages.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { activeFilters, isWorthSaving } from './filters.ts'

/** A search as it is saved: its query string, from the first page and without a panel. */
export function savedSearchOf(params: SearchParams): SavedParams {
  return { ...toSearchUrl({ ...params, page: 1, tab: 'results' }), v: SAVED_SEARCH_VERSION }
}

/** A saved search's text and filters in short labels. */
export function savedSearchLabels(saved: Record<string, unknown>): string[] {
  return activeFilters(paramsOfSavedSearch(saved).filters).map(({ label }) => label)
}

/** Asks for the name of a search to save, or says why it cannot be saved. */
export function saveSearch(params: SearchParams): void {
  if (isWorthSaving(params.filters)) askToSaveSearch(savedSearchOf(params))
  else showToast(NOTHING_TO_SAVE)
}
