import type { ListSummary } from '#sync/contract/list-queries.ts'
import { mutate } from '#web/replica/replica.ts'
import { ownerArg } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { saveListError } from './list-messages.ts'

/** Restores a deleted list with all members. A toast says so, or why not. */
export async function restoreList(
  list: Pick<ListSummary, 'id' | 'owner_id' | 'name'>,
): Promise<void> {
  const isRestored = await tryChange(
    () => mutate('lists.restore', { ...ownerArg(list), id: list.id }),
    (error) => saveListError(error),
  )
  if (isRestored) showToast({ title: 'List restored', description: list.name, tone: 'ok' })
}
