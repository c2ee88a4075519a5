import { z } from 'zod'
import { syncReport } from '#db/schema/support-codes.ts'

const count = z.number().int().min(0).max(1_000_000_000)

/** A support code, for the account that created it. */
export const supportCode = z.object({
  code: z.string(),
  expires_at: z.iso.datetime(),
  /** Whether an administrator has opened it. */
  is_opened: z.boolean(),
})
export type SupportCode = z.infer<typeof supportCode>

/** The code as an administrator types it; a space between the digits is allowed. */
export const supportCodeEntry = z.strictObject({
  code: z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits')),
})

/** What an open code shows: the number of rows of each kind, never their content. */
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
