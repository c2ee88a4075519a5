import type { ListRow } from '#db/schema/lists.ts'
import { assertNotMoved, gone } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/** @throws AppError `gone` when the list does not exist or is deleted, `moved` with the team. */
export async function liveList(tx: MutationTx, id: string): Promise<ListRow> {
  const list = await tx.get('lists', { id })
  if (list) assertNotMoved(list)
  if (!list || list.deleted_at) throw gone('list')
  return list
}

/** Adds people to a list. A person who is added again starts with a new member row. */
export async function addMembers(
  tx: MutationTx,
  list_id: string,
  candidateIds: string[],
): Promise<void> {
  const keys = [...new Set(candidateIds)].map((candidate_id) => ({ list_id, candidate_id }))
  const before = await tx.getAll('list_members', keys)
  const removed = before.filter(({ removed_at }) => removed_at !== null)
  await tx.delete(
    'list_members',
    removed.map(({ candidate_id }) => ({ list_id, candidate_id })),
  )
  await tx.insert(
    'list_members',
    keys.map((key) => ({ ...key, added_at: tx.now })),
  )
}
