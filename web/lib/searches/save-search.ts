import { proxy, ref } from 'valtio'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { SAVING_NEEDS } from './saved-search-messages.ts'

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
  return passesGate('searches.save', SAVING_NEEDS)
}
