import { z } from 'zod'
import { CONTACT_KINDS } from './vocabulary.ts'

/** A row of `exported_contacts`: people whose contacts an account exported on a day (UTC). */
export const exportedContactsRow = z.object({
  user_id: z.string(),
  day: z.date(),
  people: z.number().int().positive(),
  /** When the operators were told that much of the day's allowance is used. */
  operator_told_at: z.date().nullable(),
})

/** From this part of the allowance on the operators are told, once a day and account. */
export const EXPORT_ALERT_PART = 0.8

/** Answer of `POST /api/export/allowance`. */
export const exportAllowance = z.object({
  /** People whose contacts may leave by export in a day (UTC). */
  perDay: z.number().int().nonnegative(),
  /** Of these today's that are left. */
  left: z.number().int().nonnegative(),
  resetsAt: z.iso.datetime(),
  /** Those asked about who have contacts, counted by which kinds they have. */
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
