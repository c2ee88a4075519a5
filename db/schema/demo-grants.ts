import { z } from 'zod'
import { isStorable } from './storable.ts'

/** What a demo account can be granted, one by one or all. */
export const DEMO_FEATURES = [
  'createLists',
  'saveLists',
  'export',
  'viewContactInfo',
  'saveCandidates',
] as const
export type DemoFeature = (typeof DEMO_FEATURES)[number]

export const featureType = z.enum([...DEMO_FEATURES, 'full_access'])

/** A row of `demo_grants`. Live while active, not past `expires_at`, and below `max_uses`. */
export const demoGrantRow = z.object({
  id: z.uuid(),
  user_id: z.string(),
  feature_type: featureType,
  active: z.boolean(),
  expires_at: z.date().nullable(),
  max_uses: z.number().int().nullable(),
  uses_count: z.number().int(),
  notes: z.string().nullable(),
  granted_by: z.string().nullable(),
  created_at: z.date(),
})
export type DemoGrantRow = z.infer<typeof demoGrantRow>

/** Whether a grant gives access now. */
export function isLive(
  grant: Pick<DemoGrantRow, 'active' | 'expires_at' | 'max_uses' | 'uses_count'>,
  now: Date,
): boolean {
  const isExpired = grant.expires_at !== null && grant.expires_at <= now
  const isSpent = grant.max_uses !== null && grant.uses_count >= grant.max_uses
  return grant.active && !isExpired && !isSpent
}

/** A grant as administrators see it. */
export const adminGrant = demoGrantRow.extend({
  user_email: z.string(),
  /** Gives access now: active, not expired, not used up. */
  is_live: z.boolean(),
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type AdminGrant = z.infer<typeof adminGrant>

const storable = z.string().refine(isStorable, 'not valid text')

/** What an administrator grants; null means without end, without limit, without a word. */
export const grantRequest = z.strictObject({
  userId: storable.min(1).max(100),
  featureType,
  expiresAt: z.iso
    .datetime()
    .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
    .nullable(),
  maxUses: z.number().int().min(1).max(1_000_000).nullable().default(null),
  notes: storable.trim().max(1000).nullable(),
})
export type GrantRequest = z.infer<typeof grantRequest>

/** Accounts that one call may be about. */
export const BULK_MAX = 200

const userIds = z.array(storable.min(1).max(100)).min(1).max(BULK_MAX)

/** The same for several accounts. */
export const bulkGrantRequest = grantRequest.omit({ userId: true }).extend({ userIds })
export type BulkGrantRequest = z.infer<typeof bulkGrantRequest>

/** What became of each account, in the order they were named. */
export const bulkResult = z.object({
  results: z.array(
    z.object({
      user_id: z.string(),
      /** Null where it worked. */
      error: z.string().nullable(),
    }),
  ),
})
export type BulkResult = z.infer<typeof bulkResult>

/** Which grants; without an account those of all. */
export const grantQuery = z.object({ userId: storable.min(1).max(100).optional() })

/** What an administrator takes back; a null feature is everything. */
export const revokeRequest = z.strictObject({
  userId: storable.min(1).max(100),
  featureType: featureType.nullable(),
})

export const bulkRevokeRequest = revokeRequest.omit({ userId: true }).extend({ userIds })
