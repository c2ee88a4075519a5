import { z } from 'zod'
import { DEMO_FEATURES } from '#db/schema/demo-grants.ts'
import { TEAM_ROLES } from '#db/schema/teams.ts'
import { adminUser } from './admin-users.ts'

const instant = z.iso.datetime()

/** A team, for administrators. Privacy: its other members are not shown. */
const adminTeam = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The account's role in it. */
  role: z.enum(TEAM_ROLES),
  seats: z.number().int(),
  /** How many members have a seat. */
  seated: z.number().int(),
  /** Whether it has a plan, which decides its number of seats. */
  is_paid: z.boolean(),
})
export type AdminTeam = z.infer<typeof adminTeam>

/**
 * One account, for an administrator. Privacy: it contains counts and dates, never the account's
 * rows.
 */
export const adminUserPageView = z.object({
  user: adminUser.extend({
    name: z.string(),
    is_confirmed: z.boolean(),
    banned_at: instant.nullable(),
    ban_reason: z.string().nullable(),
    has_second_factor: z.boolean(),
  }),
  /** The account's current permissions, to show what a grant would add. */
  actor: z.object({
    role: z.enum(['visitor', 'free', 'demo', 'subscriber', 'admin']),
    tier: z.string().nullable(),
    grants: z.array(z.enum(DEMO_FEATURES)),
  }),
  plan: z
    .object({
      name: z.string().nullable(),
      tier: z.string(),
      status: z.string(),
      period_end: instant.nullable(),
      cancels: z.boolean(),
    })
    .nullable(),
  /** The open teams that the account is in, oldest first. */
  teams: z.array(adminTeam),
  sessions: z.array(
    z.object({
      id: z.string(),
      started_at: instant,
      last_used_at: instant,
      user_agent: z.string().nullable(),
      factor: z.enum(['password', 'code', 'passkey']),
    }),
  ),
  counts: z.object({
    reveals: z.number().int(),
    exports: z.number().int(),
    exported_people: z.number().int(),
  }),
})
export type AdminUserView = z.infer<typeof adminUserPageView>

/** An entry of an account's timeline: a row of the audit log, or all reveals of a day. */
const timelineEntry = z.object({
  id: z.string(),
  at: instant,
  action: z.string(),
  /** Greater than one only for the reveals of a day. */
  count: z.number().int(),
  /** The actor; null for the account itself, and for the system. */
  by: z.object({ id: z.string(), email: z.string().nullable() }).nullable(),
  /**
   * The subject, by the address of an account or the name of a team; `name` is null for anything
   * else and for a deleted account. Null for the account itself.
   */
  subject: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  network: z.string().nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const timelineQuery = z.object({ after: z.string().max(1000).optional() })

export const timelinePage = z.object({
  entries: z.array(timelineEntry),
  next: z.string().nullable(),
})
export type TimelinePage = z.infer<typeof timelinePage>

/** Entries on one page of a timeline. */
export const TIMELINE_PAGE_SIZE = 50
