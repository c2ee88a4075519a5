import { z } from 'zod'
import { DEMO_FEATURES, featureType } from '#db/schema/demo-grants.ts'

/** Answer of `GET /api/me`: who is signed in, what they pay for and what is open to them. */
export const me = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.email(),
      name: z.string(),
      bio: z.string().optional(),
      /** One of many in a shared demo account: nobody else ever has this id, nor has it again. */
      isGuest: z.literal(true).optional(),
      /** ISO 8601, UTC. */
      created_at: z.iso.datetime(),
    })
    .nullable(),
  role: z.enum(['visitor', 'free', 'demo', 'subscriber', 'admin']),
  tier: z.string().nullable(),
  /** The demo features that live grants open. */
  grants: z.array(z.enum(DEMO_FEATURES)),
  isAdmin: z.boolean(),
  /** An administrator who would be one, had they signed in with a passkey or a code. */
  needsSecondFactor: z.boolean(),
  subscription: z.object({
    subscribed: z.boolean(),
    tier: z.string(),
    plan_name: z.string().nullable(),
    /** In whole units of the currency: 295 is $295. */
    price_amount: z.number().nullable(),
    currency: z.string().nullable(),
    billing_interval: z.string().nullable(),
    status: z.string(),
    current_period_end: z.iso.datetime().nullable(),
    cancel_at_period_end: z.boolean(),
  }),
  demo: z.object({
    isRestricted: z.boolean(),
    canCreateLists: z.boolean(),
    canSaveLists: z.boolean(),
    canExport: z.boolean(),
    canViewContactInfo: z.boolean(),
    canSaveCandidates: z.boolean(),
    /** Every grant in force or spent, newest first. */
    grants: z.array(
      z.object({
        feature_type: featureType,
        expires_at: z.iso.datetime().nullable(),
        max_uses: z.number().int().nullable(),
        uses_count: z.number().int(),
      }),
    ),
  }),
})
export type Me = z.infer<typeof me>
