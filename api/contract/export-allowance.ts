import { z } from 'zod'
import { CONTACT_KINDS } from '#db/schema/vocabulary.ts'

/** The response of `POST /api/export/allowance`. */
export const exportAllowance = z.object({
  /** The daily allowance (UTC): the number of people whose contacts may be exported. */
  perDay: z.number().int().nonnegative(),
  /** The rest of today's allowance. */
  left: z.number().int().nonnegative(),
  resetsAt: z.iso.datetime(),
  /** The requested people who have contacts, counted by kinds of contact. */
  holders: z.array(
    z.object({ kinds: z.array(z.enum(CONTACT_KINDS)), people: z.number().int().positive() }),
  ),
})
export type ExportAllowance = z.infer<typeof exportAllowance>

/** The value of `data` in the error `budget_spent` of an export. */
export interface ExportRefusal {
  /** The number of people whose contacts the file would contain. */
  people: number
  left: number
  resetsAt: string
}
