import { z } from 'zod'
import { candidateRow, contactKnown } from '#db/schema/candidates.ts'

/** A professional in the API: the row without internal columns, with the kinds of known contacts. */
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
