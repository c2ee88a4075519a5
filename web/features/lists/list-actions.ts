import { MEMBERS_MAX } from '#sync/contract/mutations.ts'
import type { ListSummary } from '#sync/contract/queries.ts'
import {
  addToListError,
  LISTS_NEED_PLAN,
  type ListDeletionWords,
  REMOVE_MEMBERS_FAILED,
  saveListError,
} from '#web/lib/list-messages.ts'
import { showPlanNeeded } from '#web/lib/show-gate.ts'
import { mutate } from '#web/replica/replica.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { canNow, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** How long the toast offers to undo a deletion. */
const UNDO_MS = 10_000

/** Whether the account may create lists; a toast says why not. */
export function mayCreateList(): boolean {
  if (canNow('lists.create')) return true
  if (session.me?.role === 'demo') showDemoLimit()
  else showPlanNeeded(LISTS_NEED_PLAN)
  return false
}

/**
 * Creates a list with its first members.
 * @param candidate_ids at most as many as can be selected
 * @returns the new list's id; null when it failed, which a toast has said.
 */
export async function createList(
  name: string,
  candidate_ids: readonly string[] = [],
): Promise<string | null> {
  const id = crypto.randomUUID()
  const isMade = await tryChange(
    () => mutate('lists.create', { id, name, candidate_ids: [...candidate_ids] }),
    candidate_ids.length > 0 ? addToListError : saveListError,
  )
  return isMade ? id : null
}

/**
 * Adds people to a list; existing members stay.
 * @returns the list's id; null when it failed, which a toast has said.
 */
export async function addMembers(
  list_id: string,
  candidate_ids: readonly string[],
): Promise<string | null> {
  const isAdded = await tryChange(
    () => mutate('members.add', { list_id, candidate_ids: [...candidate_ids] }),
    addToListError,
  )
  return isAdded ? list_id : null
}

/** @returns whether the list was renamed; a toast has said why not. */
export function renameList({ id, name: previous }: ListSummary, name: string): Promise<boolean> {
  return tryChange(
    () => mutate('lists.rename', { id, name, previous }),
    (error) => saveListError(error),
  )
}

/** Deletes a list, with an offer to undo it. */
export async function deleteList(
  { id }: Pick<ListSummary, 'id'>,
  words: ListDeletionWords,
): Promise<void> {
  const isDeleted = await tryChange(
    () => mutate('lists.delete', { id }),
    (error) => ({ title: words.failed(error) }),
  )
  if (isDeleted) {
    showToast({
      ...words.done,
      tone: 'ok',
      durationMs: UNDO_MS,
      action: { label: 'Undo', onPress: () => void restoreList(id) },
    })
  }
}

/** Restores a deleted list with all members. */
export function restoreList(id: string): Promise<boolean> {
  return tryChange(
    () => mutate('lists.restore', { id }),
    (error) => saveListError(error),
  )
}

/** Removes members from a list, with an offer to undo it. */
export async function removeMembers(list_id: string, ids: readonly string[]): Promise<boolean> {
  const isRemoved = await tryChange(
    () => inParts(ids, (candidate_ids) => mutate('members.remove', { list_id, candidate_ids })),
    () => ({ title: REMOVE_MEMBERS_FAILED }),
  )
  if (isRemoved) {
    showToast({
      title: 'Healthcare Workers Removed',
      tone: 'ok',
      // Without a plan an account may remove members, and add none: not even by undoing.
      ...(canNow('lists.fill')
        ? {
            durationMs: UNDO_MS,
            action: { label: 'Undo', onPress: () => void restoreMembers(list_id, ids) },
          }
        : {}),
    })
  }
  return isRemoved
}

function restoreMembers(list_id: string, ids: readonly string[]): Promise<boolean> {
  return tryChange(
    () => inParts(ids, (candidate_ids) => mutate('members.add', { list_id, candidate_ids })),
    addToListError,
  )
}

/** In batches of the most people that one mutation takes. */
async function inParts(
  ids: readonly string[],
  change: (part: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += MEMBERS_MAX) {
    await change(ids.slice(start, start + MEMBERS_MAX))
  }
}
