import { z } from 'zod'

/** The features that can be granted to a demo account. */
export const DEMO_FEATURES = [
  'createLists',
  'saveLists',
  'export',
  'viewContactInfo',
  'saveCandidates',
] as const
export type DemoFeature = (typeof DEMO_FEATURES)[number]

export const featureType = z.enum([...DEMO_FEATURES, 'full_access'])

/**
 * A row of `demo_grants`. A grant is live while it is active, not past `expires_at`, and below
 * `max_uses`.
 */
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

/** Whether a grant gives access at present. */
export function isLive(
  grant: Pick<DemoGrantRow, 'active' | 'expires_at' | 'max_uses' | 'uses_count'>,
  now: Date,
): boolean {
  const isExpired = grant.expires_at !== null && grant.expires_at <= now
  const isSpent = grant.max_uses !== null && grant.uses_count >= grant.max_uses
  return grant.active && !isExpired && !isSpent
}
