import { z } from 'zod'
import { stage } from './activities.ts'
import { candidateCard } from './candidate-card.ts'
import { accountId, authors } from './owners.ts'

/** A deleted list, or a person taken off one, can be restored this long, then it is purged. */
export const LIST_RESTORE_DAYS = 30

/** Lists per account, deleted ones included until they are purged. */
export const LISTS_MAX = 1_000

/** People per list: one export takes them all, and a phone still scrolls them. */
export const LIST_MEMBERS_MAX = 10_000

/** People that one mutation adds or removes at most: a full select-all. */
export const CHANGED_MEMBERS_MAX = 500

/** Members of all lists of one account together, with those removed: what a device can still hold. */
export const LISTED_PEOPLE_MAX = 100_000

/** A row of `lists`. */
export const listRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  deleted_at: z.date().nullable(),
  ...authors,
  /** The team that the list was moved to: the row stays behind, deleted. */
  moved_to: z.string().nullable(),
})
export type ListRow = z.infer<typeof listRow>

/** A row of `list_members`. The card is null while only this device knows of the member. */
export const listMemberRow = z.object({
  list_id: z.uuid(),
  candidate_id: z.uuid(),
  owner_id: z.string(),
  card: candidateCard.nullable(),
  added_at: z.date(),
  created_by: accountId.nullable(),
  /** How far the person has come, and who said so. */
  stage: stage.nullable(),
  stage_by: accountId.nullable(),
  stage_at: z.date().nullable(),
  /** The member of the team whose person it is. */
  assigned_to: accountId.nullable(),
  assigned_at: z.date().nullable(),
  /** When the person was taken off the list: the row waits to be restored, and no list shows it. */
  removed_at: z.date().nullable(),
})
export type ListMemberRow = z.infer<typeof listMemberRow>
