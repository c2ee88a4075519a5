import { z } from 'zod'

export const SUPPRESSION_KINDS = ['email', 'phone', 'npi'] as const
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number]

/** A row of `suppressions`: the keyed hash of one identifier of a removed person. */
export const suppressionRow = z.object({
  /** The HMAC-SHA-256, 32 bytes. */
  hash: z.instanceof(Uint8Array),
  kind: z.enum(SUPPRESSION_KINDS),
  created_at: z.date(),
})
