import { z } from 'zod'
import { CONTACT_KINDS } from './vocabulary.ts'

/** A row of `candidate_contacts`. Only the reveal and the export read `value`. */
export const candidateContactRow = z.object({
  candidate_id: z.uuid(),
  kind: z.enum(CONTACT_KINDS),
  value: z.string(),
  source: z.string(),
  verified_at: z.date().nullable(),
  /** Names the value without telling it: drawn anew with each value. */
  value_id: z.number().int(),
  /** Null unless two independent accounts reported the value: when the earlier of the two did. */
  disputed_at: z.date().nullable(),
})
export type CandidateContactRow = z.infer<typeof candidateContactRow>
