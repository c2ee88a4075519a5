import { z } from 'zod'

/**
 * A row of `exported_contacts`: the number of people whose contacts an account exported on a day
 * (UTC).
 */
export const exportedContactsRow = z.object({
  user_id: z.string(),
  day: z.date(),
  people: z.number().int().positive(),
  /** When the operators were alerted that most of the day's allowance is used. */
  operator_told_at: z.date().nullable(),
})

/** The share of the allowance at which the operators are alerted, once per day and account. */
export const EXPORT_ALERT_PART = 0.8
