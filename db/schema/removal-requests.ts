import { z } from 'zod'

/** A row of `removal_requests`: a request to remove the people with this address. */
export const removalRequestRow = z.object({
  id: z.uuid(),
  /** Null once the removal is done. */
  email: z.string().nullable(),
  /** SHA-256, 32 bytes. */
  token_hash: z.instanceof(Uint8Array),
  created_at: z.date(),
  expires_at: z.date(),
  confirmed_at: z.date().nullable(),
})
