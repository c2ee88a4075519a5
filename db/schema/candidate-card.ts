import { z } from 'zod'
import { candidateRow } from './candidates.ts'
import { CONTACT_KINDS } from './vocabulary.ts'

/** A person's card on lists, readable offline. It never contains a contact. */
export const candidateCard = candidateRow
  .pick({
    first_name: true,
    middle_name: true,
    last_name: true,
    credential: true,
    title: true,
    specialty: true,
    organization: true,
    city: true,
    state: true,
    linkedin_url: true,
    skills: true,
    education: true,
  })
  .extend({
    /** The kinds of known contacts; missing in cards that a device stored with an older release. */
    contact_kinds: z.array(z.enum(CONTACT_KINDS)).optional(),
  })
export type CandidateCard = z.infer<typeof candidateCard>
