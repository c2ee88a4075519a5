import { LIST_RESTORE_DAYS } from '#db/schema/lists.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'

const DAY_MS = 86_400_000

/** When a deleted list is purged; the epoch for a list that is not deleted. */
export function restorableUntil({ deleted_at }: Pick<ListSummary, 'deleted_at'>): Date {
  return new Date(deleted_at ? deleted_at.getTime() + LIST_RESTORE_DAYS * DAY_MS : 0)
}
