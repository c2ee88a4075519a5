import { z } from 'zod'
import { mailedToken } from './mailed-token.ts'

/** A row of `removal_requests`: somebody at this address asked to be taken out. */
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

/** The body of `POST /api/removals`. */
export const removalRequest = z.strictObject({ email: z.email().max(254) })

/** The body of `POST /api/removals/confirm`. */
export const removalConfirmation = z.strictObject({ token: mailedToken })
