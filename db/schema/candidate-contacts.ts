import { z } from 'zod'
import { CONTACT_KINDS } from './vocabulary.ts'

/** A row of `candidate_contacts`. Only the reveal and the export read `value`. */
export const candidateContactRow = z.object({
  candidate_id: z.uuid(),
  kind: z.enum(CONTACT_KINDS),
  value: z.string(),
  source: z.string(),
  verified_at: z.date().nullable(),
})
export type CandidateContactRow = z.infer<typeof candidateContactRow>
