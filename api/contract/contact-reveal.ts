import { z } from 'zod'
import { contactKnown } from '#db/schema/candidates.ts'
import { REVEALED_AT_ONCE_MAX, revealedContact } from '#db/schema/contact-reveal.ts'

/** The response of a reveal. */
export const contactReveal = z.object({
  contacts: z.array(revealedContact),
  /** Reveals left until the next midnight UTC. */
  remaining: z.object({ today: z.number().int().nonnegative() }),
})

/** The most people whose revealing cost may be requested: a full select-all. */
const COST_PEOPLE_MAX = 500

/** The most people of the visible part of a list. */
const KNOWN_PEOPLE_MAX = 100

const people = (max: number) => z.object({ ids: z.array(z.uuid()).min(1).max(max) })

export const revealSeveral = people(REVEALED_AT_ONCE_MAX)
export const revealCostOf = people(COST_PEOPLE_MAX)
export const contactsKnownOf = people(KNOWN_PEOPLE_MAX)

const revealedPerson = z.object({ id: z.uuid(), contacts: z.array(revealedContact) })
export type RevealedPerson = z.infer<typeof revealedPerson>

/** The response of a reveal of several people. People beyond the day's budget are omitted. */
export const severalRevealed = z.object({
  people: z.array(revealedPerson),
  remaining: z.object({ today: z.number().int().nonnegative() }),
})

/** What revealing people would cost. */
export const revealCost = z.object({
  /** People with contacts that the account has not revealed within the last day. */
  people: z.number().int().nonnegative(),
  remaining: z.object({ today: z.number().int().nonnegative() }),
})
export type RevealCost = z.infer<typeof revealCost>

/** The contacts that exist, with their age, source and dispute: never their values. */
export const contactsKnown = z.object({
  people: z.array(z.object({ id: z.uuid(), contacts: z.array(contactKnown) })),
})

/** `data` of the error `budget_spent`. */
export interface BudgetSpent {
  resetsAt: string
}
