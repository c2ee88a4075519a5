import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { SavedParams } from '#web/lib/save-search.ts'
import { deleteSearchError, saveSearchError } from '#web/lib/saved-search-messages.ts'
import { mutate } from '#web/replica/replica.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { canNow } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** How long a deletion can be taken back from its toast. */
const UNDO_MS = 10_000

/** Keeps a search. @returns whether it is kept; a toast has said why not. */
export function saveSearch(name: string, search_params: SavedParams): Promise<boolean> {
  const id = crypto.randomUUID()
  return tryChange(
    () => mutate('searches.create', { id, name, search_params: { ...search_params } }),
    saveSearchError,
  )
}

/** @returns whether the search has its new name; a toast has said why not. */
export function renameSearch(
  { id, name: previous }: Pick<SavedSearchRow, 'id' | 'name'>,
  name: string,
): Promise<boolean> {
  return tryChange(() => mutate('searches.rename', { id, name, previous }), saveSearchError)
}

/** Deletes, with an offer to take it back for those who may save one again. */
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
