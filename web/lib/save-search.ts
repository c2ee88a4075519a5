import { proxy, ref } from 'valtio'
import { canNow, session } from '#web/session/session.ts'
import { SAVING_NEEDS_LOGIN, SAVING_NEEDS_PLAN } from './saved-search-messages.ts'
import { showLoginNeeded, showPlanNeeded } from './show-gate.ts'

/** A search as it is kept: the query string of /search by parameter name, less page and panel. */
export type SavedParams = Readonly<Record<string, string | number>>

/** The search to be saved; the dialog that asks for its name lies over the search screen. */
export const searchSaving = proxy<{ params: SavedParams | null }>({ params: null })

/** Asks under which name a search is kept, or says why it cannot be. */
export function askToSaveSearch(params: SavedParams): void {
  if (maySaveSearches()) searchSaving.params = ref({ ...params })
}

/** Whether whoever is here may save searches; says why not. */
export function maySaveSearches(): boolean {
  if (canNow('searches.save')) return true
  if (session.me?.user) showPlanNeeded(SAVING_NEEDS_PLAN)
  else showLoginNeeded(SAVING_NEEDS_LOGIN)
  return false
}
