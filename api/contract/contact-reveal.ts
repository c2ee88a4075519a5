import { z } from 'zod'
import { revealedContact } from '#db/schema/contact-reveal.ts'

/** The answer of a reveal. */
export const contactReveal = z.object({
  contacts: z.array(revealedContact),
  /** Reveals left until the next midnight UTC. */
  remaining: z.object({ today: z.number().int().nonnegative() }),
})

/** `data` of the error `budget_spent`. */
export interface BudgetSpent {
  resetsAt: string
}
