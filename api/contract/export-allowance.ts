import { z } from 'zod'
import { CONTACT_KINDS } from '#db/schema/vocabulary.ts'

/** Answer of `POST /api/export/allowance`. */
export const exportAllowance = z.object({
  /** The daily allowance (UTC): people whose contacts may be exported. */
  perDay: z.number().int().nonnegative(),
  /** What is left of it today. */
  left: z.number().int().nonnegative(),
  resetsAt: z.iso.datetime(),
  /** The people asked about who have contacts, counted by kinds of contact. */
  holders: z.array(
    z.object({ kinds: z.array(z.enum(CONTACT_KINDS)), people: z.number().int().positive() }),
  ),
})
export type ExportAllowance = z.infer<typeof exportAllowance>

/** `data` of the error `budget_spent`, of an export. */
export interface ExportRefusal {
  /** People whose contacts the file would hold. */
  people: number
  left: number
  resetsAt: string
}
