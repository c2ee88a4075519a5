import { z } from 'zod'
import { contactKnown } from './candidates.ts'

/** A contact with its value. Only the response of a reveal contains it. */
export const revealedContact = contactKnown.extend({
  value: z.string(),
})
export type RevealedContact = z.infer<typeof revealedContact>

/**
 * The most people that an account may reveal in a day (UTC): more than a recruiter reads in a day,
 * and few enough that a stolen session cannot copy the directory.
 */
export const REVEALS_PER_DAY_MAX = 500

/** The most people that one call reveals: few enough that the first ones appear soon. */
export const REVEALED_AT_ONCE_MAX = 25
