import { askToSaveSearch, type SavedParams } from '#web/lib/save-search.ts'
import { NOTHING_TO_SAVE } from '#web/lib/saved-search-messages.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { activeFilters, isWorthSaving } from './filters.ts'
import {
  paramsOfSavedSearch,
  SAVED_SEARCH_VERSION,
  type SearchParams,
  toSearchUrl,
} from './search-params.ts'

/** What is kept of a search: its query string, from its first page and without a panel over it. */
export function savedSearchOf(params: SearchParams): SavedParams {
  return { ...toSearchUrl({ ...params, page: 1, tab: 'results' }), v: SAVED_SEARCH_VERSION }
}

/** What a saved search looks for, a word or two each. */
export function savedSearchLabels(saved: Record<string, unknown>): string[] {
  return activeFilters(paramsOfSavedSearch(saved).filters).map(({ label }) => label)
}

/** Asks for a name to keep the search under, or says why it cannot be kept. */
export function saveSearch(params: SearchParams): void {
  if (isWorthSaving(params.filters)) askToSaveSearch(savedSearchOf(params))
  else showToast(NOTHING_TO_SAVE)
}
