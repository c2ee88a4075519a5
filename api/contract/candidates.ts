import { z } from 'zod'
import { candidateRow, contactKnown, NAMED_AT_ONCE_MAX } from '#db/schema/candidates.ts'

/**
 * A professional, as the API returns it: the row without internal columns, with the kinds of known
 * contacts.
 */
export const candidate = candidateRow
  .omit({
    ordinal: true,
    source_key: true,
    changed_xid: true,
    source_updated_at: true,
    reactivated_on: true,
    updated_at: true,
  })
  .extend({ updated_at: z.iso.datetime(), contacts: z.array(contactKnown) })
export type Candidate = z.infer<typeof candidate>

export const candidateNamesOf = z.object({ ids: z.array(z.uuid()).min(1).max(NAMED_AT_ONCE_MAX) })

/** The parts of a person's name. People who are not in the directory are omitted. */
export const candidateNames = z.object({
  people: z.array(
    candidate.pick({ id: true, first_name: true, middle_name: true, last_name: true }),
  ),
})
export type CandidateName = z.infer<typeof candidateNames>['people'][number]
