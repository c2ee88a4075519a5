import { z } from 'zod'
import { contactKnown } from './candidates.ts'

/** A contact with its value: what a reveal answers, and nothing else does. */
const revealedContact = contactKnown.extend({
  value: z.string(),
  /** Where the value comes from. */
  source: z.string(),
})
export type RevealedContact = z.infer<typeof revealedContact>

/**
 * People an account may reveal in a day (UTC). More than a recruiter reads in one, few enough that
 * a stolen session cannot carry the directory away.
 */
export const REVEALS_PER_DAY_MAX = 500

/** What a reveal answers. */
export const contactReveal = z.object({
  contacts: z.array(revealedContact),
  /** Reveals left until the next midnight UTC. */
  remaining: z.object({ today: z.number().int().nonnegative() }),
})

/** `data` of the error `budget_spent`. */
export interface BudgetSpent {
  resetsAt: string
}
