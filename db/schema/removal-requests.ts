import { z } from 'zod'

/** A row of `removal_requests`: a request to remove the people with this address. */
export const removalRequestRow = z.object({
  id: z.uuid(),
  /** The address; null once the removal is complete. */
  email: z.string().nullable(),
  /** SHA-256 of the token, 32 bytes. */
  token_hash: z.instanceof(Uint8Array),
  created_at: z.date(),
  expires_at: z.date(),
  confirmed_at: z.date().nullable(),
})
