import type { ListSummary } from '#sync/contract/list-queries.ts'
import { mutate } from '#web/replica/replica.ts'
import { ownerArg } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { saveListError } from './list-messages.ts'

/**
 * Restores a deleted list with all members.
 * @returns whether it was restored; a toast has said why not.
 */
export function restoreList(list: Pick<ListSummary, 'id' | 'owner_id'>): Promise<boolean> {
  return tryChange(
    () => mutate('lists.restore', { ...ownerArg(list), id: list.id }),
    (error) => saveListError(error),
  )
}
