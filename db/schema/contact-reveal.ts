import { z } from 'zod'
import { contactKnown } from './candidates.ts'

/** A contact with its value, in the answer of a reveal alone. */
export const revealedContact = contactKnown.extend({
  value: z.string(),
})
export type RevealedContact = z.infer<typeof revealedContact>

/**
 * People an account may reveal in a day (UTC). More than a recruiter reads in one, few enough that a
 * stolen session cannot copy the directory.
 */
export const REVEALS_PER_DAY_MAX = 500

/** People whom one call reveals: few enough that the first are not waited for long. */
export const REVEALED_AT_ONCE_MAX = 25
