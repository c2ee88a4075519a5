import { z } from 'zod'
import { demoGrantRow, featureType } from '#db/schema/demo-grants.ts'
import { isStorable } from '#db/schema/storable.ts'
import { userId } from './admin-users.ts'

/** A demo grant, for administrators. */
export const adminGrant = demoGrantRow.extend({
  user_email: z.string(),
  /** Whether it gives access at present: active, not expired, not used up. */
  is_live: z.boolean(),
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type AdminGrant = z.infer<typeof adminGrant>

/** The body of a grant; null means no end, no limit, no note. */
export const grantRequest = z.strictObject({
  userId,
  featureType,
  expiresAt: z.iso
    .datetime()
    .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
    .nullable(),
  maxUses: z.number().int().min(1).max(1_000_000).nullable().default(null),
  notes: z.string().refine(isStorable, 'not valid text').trim().max(1000).nullable(),
})
export type GrantRequest = z.infer<typeof grantRequest>

/** The most accounts per request. */
const BULK_MAX = 200

const userIds = z.array(userId).min(1).max(BULK_MAX)

/** A grant for several accounts. */
export const bulkGrantRequest = grantRequest.omit({ userId: true }).extend({ userIds })

/** The result for each account, in the order of the request. */
export const bulkResult = z.object({
  results: z.array(
    z.object({
      user_id: z.string(),
      /** Null on success. */
      error: z.string().nullable(),
    }),
  ),
})
export type BulkResult = z.infer<typeof bulkResult>

/** Selects the grants to list; without an account, those of all accounts. */
export const grantQuery = z.object({ userId: userId.optional() })

/** The body of a revocation; a null feature means all. */
export const revokeRequest = z.strictObject({
  userId,
  featureType: featureType.nullable(),
})

export const bulkRevokeRequest = revokeRequest.omit({ userId: true }).extend({ userIds })
