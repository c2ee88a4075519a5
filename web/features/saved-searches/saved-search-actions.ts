import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { SavedParams } from '#web/lib/save-search.ts'
import { deleteSearchError, saveSearchError } from '#web/lib/saved-search-messages.ts'
import { mutate } from '#web/replica/replica.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { canNow } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** How long the toast offers to undo a deletion. */
const UNDO_MS = 10_000

/** Saves a search. @returns whether it is saved; a toast has said why not. */
export function saveSearch(name: string, search_params: SavedParams): Promise<boolean> {
  const id = crypto.randomUUID()
  return tryChange(
    () => mutate('searches.create', { id, name, search_params: { ...search_params } }),
    saveSearchError,
  )
}

/** @returns whether the search was renamed; a toast has said why not. */
export function renameSearch(
  { id, name: previous }: Pick<SavedSearchRow, 'id' | 'name'>,
  name: string,
): Promise<boolean> {
  return tryChange(() => mutate('searches.rename', { id, name, previous }), saveSearchError)
}

/** Deletes a search, with an offer to undo it for accounts that may save searches. */
export async function deleteSearch({ id, name, search_params }: SavedSearchRow): Promise<void> {
  const isDeleted = await tryChange(() => mutate('searches.delete', { id }), deleteSearchError)
  if (!isDeleted) return
  const undo = () => void saveSearch(name, search_params as SavedParams)
  showToast({
    title: 'Search deleted',
    description: 'Your saved search has been deleted.',
    tone: 'ok',
    durationMs: UNDO_MS,
    ...(canNow('searches.save') ? { action: { label: 'Undo', onPress: undo } } : {}),
  })
}
