import { proxy, ref } from 'valtio'
import { canNow, session } from '#web/session/session.ts'
import { SAVING_NEEDS_LOGIN, SAVING_NEEDS_PLAN } from './saved-search-messages.ts'
import { showLoginNeeded, showPlanNeeded } from './show-gate.ts'

/** A search as it is saved: the query string of /search by parameter name, without page and panel. */
export type SavedParams = Readonly<Record<string, string | number>>

/** The search to save; the dialog that asks for its name lies over the search screen. */
export const searchSaving = proxy<{ params: SavedParams | null }>({ params: null })

/** Asks for the name of a search to save, or says why it cannot be saved. */
export function askToSaveSearch(params: SavedParams): void {
  if (maySaveSearches()) searchSaving.params = ref({ ...params })
}

/** Whether the present actor may save searches; a toast says why not. */
export function maySaveSearches(): boolean {
  if (canNow('searches.save')) return true
  if (session.me?.user) showPlanNeeded(SAVING_NEEDS_PLAN)
  else showLoginNeeded(SAVING_NEEDS_LOGIN)
  return false
}
