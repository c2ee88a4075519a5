import { z } from 'zod'
import { isStorable } from './storable.ts'

/** The minutes for which a code is valid. */
export const SUPPORT_CODE_MINUTES = 30

const words = (max: number) => z.string().max(max).refine(isStorable, 'not valid text')
const count = z.number().int().min(0).max(1_000_000_000)

/** A device's sync report, in words and numbers that identify no one. */
export const syncReport = z.strictObject({
  /** As the device's own sync panel shows it. */
  state: words(40),
  /** Whether the device has received every row. */
  is_complete: z.boolean(),
  /** The number of unacknowledged mutations, and of rejected ones. */
  pending: count,
  rejected: count,
  /** The action that the user must take before sync continues; null when none. */
  need: words(40).nullable(),
  is_paused: z.boolean(),
  /** The number of server messages that the device's build does not know. */
  unknown_messages: count,
  is_ready_offline: z.boolean(),
  browser: words(100),
})
export type SyncReport = z.infer<typeof syncReport>

/** A row of `support_codes`. */
export const supportCodeRow = z.object({
  user_id: z.string(),
  code: z.string(),
  sync_report: syncReport,
  created_at: z.date(),
  expires_at: z.date(),
  opened_by: z.string().nullable(),
  opened_at: z.date().nullable(),
})
