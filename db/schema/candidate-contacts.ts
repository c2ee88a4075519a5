import { z } from 'zod'
import { CONTACT_KINDS } from './vocabulary.ts'

/** A row of `candidate_contacts`. Only the reveal and the export read `value`. */
export const candidateContactRow = z.object({
  candidate_id: z.uuid(),
  kind: z.enum(CONTACT_KINDS),
  value: z.string(),
  source: z.string(),
  verified_at: z.date().nullable(),
  /** Identifies the value without revealing it: a new value gets a new id. */
  value_id: z.number().int(),
  /**
   * The time of the earlier report, if two independent accounts reported the value; null otherwise.
   */
  disputed_at: z.date().nullable(),
})
export type CandidateContactRow = z.infer<typeof candidateContactRow>
