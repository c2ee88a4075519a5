import { z } from 'zod'
import { candidateRow } from './candidates.ts'
import { CONTACT_KINDS } from './vocabulary.ts'

/** A deleted list can be restored this long, then it is purged with its members. */
export const LIST_RESTORE_DAYS = 30

/** Lists of one account, deleted ones until they are purged: more than anybody finds their way in. */
export const LISTS_MAX = 1_000

/** People on one list: one export takes them all, and a phone still scrolls them. */
export const LIST_MEMBERS_MAX = 10_000

/** People on all lists of one account, each as often as they are listed: what a device still keeps. */
export const LISTED_PEOPLE_MAX = 100_000

/** A row of `lists`. */
export const listRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  team_id: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  deleted_at: z.date().nullable(),
})
export type ListRow = z.infer<typeof listRow>

/** A person as lists keep them, readable offline: never a contact. */
export const candidateCard = candidateRow
  .pick({
    first_name: true,
    middle_name: true,
    last_name: true,
    credential: true,
    title: true,
    specialty: true,
    organization: true,
    city: true,
    state: true,
    linkedin_url: true,
    skills: true,
    education: true,
  })
  .extend({
    /** Which contacts exist; not said by cards that a device kept from an older release. */
    contact_kinds: z.array(z.enum(CONTACT_KINDS)).optional(),
  })
export type CandidateCard = z.infer<typeof candidateCard>

/** A row of `list_members`. The card is null where only this device knows of the member yet. */
export const listMemberRow = z.object({
  list_id: z.uuid(),
  candidate_id: z.uuid(),
  owner_id: z.string(),
  team_id: z.string().nullable(),
  card: candidateCard.nullable(),
  added_at: z.date(),
})
export type ListMemberRow = z.infer<typeof listMemberRow>
