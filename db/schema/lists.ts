import { z } from 'zod'
import { stage } from './activities.ts'
import { candidateCard } from './candidate-card.ts'
import { accountId, authors } from './owners.ts'

/**
 * The days for which a deleted list, or a person removed from a list, can be restored before it is
 * purged.
 */
export const LIST_RESTORE_DAYS = 30

/** The most lists per account, including deleted ones until they are purged. */
export const LISTS_MAX = 1_000

/** The most people per list: one export takes them all, and a phone can still scroll them. */
export const LIST_MEMBERS_MAX = 10_000

/** The most people that one mutation adds or removes: a full select-all. */
export const CHANGED_MEMBERS_MAX = 500

/**
 * The most members of all lists of one account, including removed ones: what a device can still
 * store.
 */
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
  /** The team that the list was moved to: the original row remains, deleted. */
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
  /** The person's stage, and who set it. */
  stage: stage.nullable(),
  stage_by: accountId.nullable(),
  stage_at: z.date().nullable(),
  /** The member of the team to whom the person is assigned. */
  assigned_to: accountId.nullable(),
  assigned_at: z.date().nullable(),
  /** When the person was removed from the list: the row can be restored, and no list shows it. */
  removed_at: z.date().nullable(),
})
export type ListMemberRow = z.infer<typeof listMemberRow>
