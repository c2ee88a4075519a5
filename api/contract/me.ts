import { z } from 'zod'
import { DEMO_FEATURES, featureType } from '#db/schema/demo-grants.ts'

/** The response of `GET /api/me`: the signed-in account, its plan and its permissions. */
export const me = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.email(),
      name: z.string(),
      bio: z.string().optional(),
      /**
       * Whether this is a guest of a shared demo account: its id belongs to this session only and
       * is never reused.
       */
      isGuest: z.literal(true).optional(),
      /** ISO 8601, UTC. */
      created_at: z.iso.datetime(),
    })
    .nullable(),
  role: z.enum(['visitor', 'free', 'demo', 'subscriber', 'admin']),
  tier: z.string().nullable(),
  /** The demo features of live grants. */
  grants: z.array(z.enum(DEMO_FEATURES)),
  isAdmin: z.boolean(),
  /** Whether this is an administrator who signed in without the required passkey or code. */
  needsSecondFactor: z.boolean(),
  subscription: z.object({
    subscribed: z.boolean(),
    tier: z.string(),
    plan_name: z.string().nullable(),
    /** The price in whole units of the currency: 295 is $295. */
    price_amount: z.number().nullable(),
    currency: z.string().nullable(),
    billing_interval: z.string().nullable(),
    status: z.string(),
    current_period_end: z.iso.datetime().nullable(),
    cancel_at_period_end: z.boolean(),
  }),
  /** The best team plan in which the account has a seat; null without one. */
  team_plan: z
    .object({
      team_id: z.string(),
      team: z.string(),
      tier: z.string(),
      plan_name: z.string().nullable(),
    })
    .nullable(),
  demo: z.object({
    isRestricted: z.boolean(),
    canCreateLists: z.boolean(),
    canSaveLists: z.boolean(),
    canExport: z.boolean(),
    canViewContactInfo: z.boolean(),
    canSaveCandidates: z.boolean(),
    /** All live or used-up grants, newest first. */
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
