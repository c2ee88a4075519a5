import { z } from 'zod'
import { candidateCard } from './candidate-card.ts'
import { authors } from './owners.ts'

/** People whom one owner must not contact: as many as its lists can hold. */
export const DO_NOT_CONTACT_MAX = 100_000

/** Longest reason: two lines of a phone. */
export const REASON_MAX = 500

/** A row of `do_not_contact`: a person whom the owner must not contact. */
export const doNotContactRow = z.object({
  owner_id: z.string(),
  candidate_id: z.uuid(),
  /** Of this mark: a lift names the mark it saw, and takes no newer one away. */
  mark_id: z.uuid(),
  reason: z.string(),
  /** The last day it holds; null for good. */
  until: z.string().nullable(),
  card: candidateCard.nullable(),
  ...authors,
  /** By the server's clock. */
  set_at: z.date(),
})
export type DoNotContactRow = z.infer<typeof doNotContactRow>

/**
 * In SQL, the day of which marks still hold, YYYY-MM-DD: a mark holds to the end of its last day west of
 * Greenwich, where a day goes on for twelve hours more.
 */
export const PRESENT_DAY_OF_MARKS =
  "to_char(now() at time zone 'utc' - interval '12 hours', 'YYYY-MM-DD')"
