import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { SavedParams } from '#web/lib/searches/save-search.ts'
import { deleteSearchError, saveSearchError } from '#web/lib/searches/saved-search-messages.ts'
import { mutate } from '#web/replica/replica.ts'
import { ownerArg, teamsNow } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { canNow } from '#web/session/session.ts'
import { showToast, UNDO_MS } from '#web/ui/toast-store.ts'

/** Saves a search, for a team where one is named. @returns whether it is saved; a toast has said why not. */
export function saveSearch(
  name: string,
  search_params: SavedParams,
  owner: { owner?: string } = {},
): Promise<boolean> {
  const id = crypto.randomUUID()
  return tryChange(
    () => mutate('searches.create', { ...owner, id, name, search_params: { ...search_params } }),
    saveSearchError,
  )
}

/**
 * @param previous the name that its author saw.
 * @returns whether the search was renamed; a toast has said why not.
 */
export function renameSearch(
  search: Pick<SavedSearchRow, 'id' | 'owner_id'>,
  name: string,
  previous: string,
): Promise<boolean> {
  return tryChange(
    () => mutate('searches.rename', { ...ownerArg(search), id: search.id, name, previous }),
    (error) => saveSearchError(error, teamsNow().authorOf(search, error)),
  )
}

/** Deletes a search, with an offer to undo it for accounts that may save searches. */
export async function deleteSearch(search: SavedSearchRow): Promise<void> {
  const { id, name, search_params } = search
  const owner = ownerArg(search)
  const isDeleted = await tryChange(
    () => mutate('searches.delete', { ...owner, id }),
    deleteSearchError,
  )
  if (!isDeleted) return
  const undo = () => void saveSearch(name, search_params as SavedParams, owner)
  showToast({
    title: 'Search deleted',
    description: 'Your saved search has been deleted.',
    tone: 'ok',
    durationMs: UNDO_MS,
    ...(canNow('searches.save') ? { action: { label: 'Undo', onPress: undo } } : {}),
  })
}
