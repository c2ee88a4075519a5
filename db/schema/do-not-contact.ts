import { z } from 'zod'
import { candidateCard } from './candidate-card.ts'
import { authors } from './owners.ts'

/** The most people whom one owner must not contact: as many as its lists can hold. */
export const DO_NOT_CONTACT_MAX = 100_000

/** The longest reason: two lines on a phone. */
export const REASON_MAX = 500

/** A row of `do_not_contact`: a person whom the owner must not contact. */
export const doNotContactRow = z.object({
  owner_id: z.string(),
  candidate_id: z.uuid(),
  /** The id of this mark: a lift names the mark it saw, so that it does not remove a newer one. */
  mark_id: z.uuid(),
  reason: z.string(),
  /** The last day on which it applies; null if it has no end. */
  until: z.string().nullable(),
  card: candidateCard.nullable(),
  ...authors,
  /** When it was set, by the server's clock. */
  set_at: z.date(),
})
export type DoNotContactRow = z.infer<typeof doNotContactRow>

/**
 * SQL: the earliest last day of marks that still apply, YYYY-MM-DD. A mark applies to the end of
 * its last day west of Greenwich, where a day ends twelve hours later.
 */
export const PRESENT_DAY_OF_MARKS =
  "to_char(now() at time zone 'utc' - interval '12 hours', 'YYYY-MM-DD')"
