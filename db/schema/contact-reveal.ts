import { z } from 'zod'
import { contactKnown } from './candidates.ts'

/** A contact with its value, in the answer of a reveal alone. */
export const revealedContact = contactKnown.extend({
  value: z.string(),
  /** Where the value comes from. */
  source: z.string(),
})
export type RevealedContact = z.infer<typeof revealedContact>

/**
 * People an account may reveal in a day (UTC). More than a recruiter reads in one, few enough that a
 * stolen session cannot copy the directory.
 */
export const REVEALS_PER_DAY_MAX = 500
