import { z } from 'zod'
import { contactKnown } from './candidates.ts'

/** A contact with its value: what a reveal answers, and nothing else does. */
export const revealedContact = contactKnown.extend({
  value: z.string(),
  /** Where the value comes from. */
  source: z.string(),
})
export type RevealedContact = z.infer<typeof revealedContact>
