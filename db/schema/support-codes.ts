import { z } from 'zod'
import { isStorable } from './storable.ts'

/** How long a code works. */
export const SUPPORT_CODE_MINUTES = 30

const words = (max: number) => z.string().max(max).refine(isStorable, 'not valid text')
const count = z.number().int().min(0).max(1_000_000_000)

/** How a device synchronises, in words and figures that name nobody. */
export const syncReport = z.strictObject({
  /** As the device's own panel has it. */
  state: words(40),
  /** Whether every row has been on the device. */
  is_complete: z.boolean(),
  /** Changes that the server does not have yet, and those that it refused. */
  pending: count,
  rejected: count,
  /** What somebody has to do before it goes on; null where nothing. */
  need: words(40).nullable(),
  is_paused: z.boolean(),
  /** Messages of the server that the device's build does not know. */
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

/** A code as the account that shows it sees it. */
export const supportCode = z.object({
  code: z.string(),
  expires_at: z.iso.datetime(),
  /** Whether an administrator is looking. */
  is_opened: z.boolean(),
})
export type SupportCode = z.infer<typeof supportCode>

/** What an administrator types in; a space between the digits is how they are read out. */
export const supportCodeEntry = z.strictObject({
  code: z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits')),
})

/** What a code opens: how many rows of each kind, never what is in them. */
export const supportView = z.object({
  user_id: z.string(),
  email: z.string(),
  expires_at: z.iso.datetime(),
  counts: z.object({
    lists: count,
    list_members: count,
    saved_candidates: count,
    saved_searches: count,
    email_templates: count,
    reveals: count,
    exports: count,
  }),
  sync_report: syncReport,
})
export type SupportView = z.infer<typeof supportView>
