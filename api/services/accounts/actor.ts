import type { Env } from '#api/env.ts'
import { ENTITLING, rankOf } from '#api/services/billing/entitlement-of.ts'
import {
  DEMO_FEATURES,
  type DemoFeature,
  type DemoGrantRow,
  isLive,
} from '#db/schema/demo-grants.ts'
import { type EntitlementRow, isEntitled } from '#db/schema/entitlements.ts'
import type { UserRow } from '#db/schema/users.ts'
import type { Actor } from '#sync/contract/permissions.ts'

export type AccountUser = Pick<UserRow, 'id' | 'email' | 'role' | 'demo_account'>
export type Plan = Pick<
  EntitlementRow,
  'tier' | 'status' | 'cancel_at_period_end' | 'current_period_end'
>
export type Grant = Pick<
  DemoGrantRow,
  'feature_type' | 'active' | 'expires_at' | 'max_uses' | 'uses_count'
>
type Allowlists = Pick<Env, 'ADMIN_EMAILS' | 'DEMO_EMAIL'>

/** The plan of a team that an account is in. */
export interface TeamSeat {
  teamId: string
  /** Whether the account has a seat: no viewer has one, nor a member beyond the paid seats. */
  hasSeat: boolean
  plan: Plan | null
}

/** Whether a plan gives access at present: without a tier it gives none, whatever the status. */
export function isSubscribed(plan: Plan | null, now: Date): boolean {
  return plan !== null && ENTITLING.includes(plan.status) && isEntitled(plan, now)
}

/** The best team plan in which an account has a seat at present. */
export function teamSeatOf<Seat extends TeamSeat>(
  seats: readonly Seat[],
  now: Date,
): (Seat & { plan: NonNullable<Seat['plan']> }) | null {
  const open = seats.filter(
    (seat): seat is Seat & { plan: NonNullable<Seat['plan']> } =>
      seat.hasSeat && isSubscribed(seat.plan, now),
  )
  return open.sort((a, b) => rankOf(b.plan) - rankOf(a.plan))[0] ?? null
}

/** The better of an account's own plan and the one of its seat, with the seat's team. */
function planInForce(
  own: Plan | null,
  seats: readonly TeamSeat[],
  now: Date,
): { plan: Plan | null; teamId?: string } {
  const seat = teamSeatOf(seats, now)
  if (!seat || (own && isSubscribed(own, now) && rankOf(own) >= rankOf(seat.plan))) {
    return { plan: own }
  }
  return seat
}

/**
 * Whether this is the demo account itself, not an account with a grant: it is shared, so no visitor
 * may change it.
 */
export function isDesignatedDemo(user: AccountUser, env: Pick<Env, 'DEMO_EMAIL'>): boolean {
  return sameAddress(user.email, env.DEMO_EMAIL) || user.role === 'demo' || user.demo_account
}

/** Whether this address is in the list of administrators. */
export function isAdminAddress(email: string, env: Pick<Env, 'ADMIN_EMAILS'>): boolean {
  return env.ADMIN_EMAILS.some((admin) => sameAddress(admin, email))
}

/** The actor of a session's account. */
export function resolveActor(of: {
  user: AccountUser
  entitlement: Plan | null
  /** The account's memberships in teams. */
  memberships: readonly TeamSeat[]
  grants: readonly Grant[]
  env: Allowlists
  now: Date
  /**
   * Whether the account is an administrator whose session lacks the required second factor: it is
   * then an ordinary user.
   */
  isAdminLocked?: boolean
}): Actor {
  const { user, env, now, isAdminLocked = false } = of
  const { plan, teamId } = planInForce(of.entitlement, of.memberships, now)
  const isPaying = isSubscribed(plan, now)
  const live = of.grants.filter((grant) => isLive(grant, now))
  return {
    role: roleOf(),
    id: user.id,
    email: user.email,
    tier: isPaying ? (plan?.tier ?? null) : null,
    ...(teamId && { team: teamId }),
    grants: openedBy(live),
  }

  function roleOf(): Actor['role'] {
    // Administrators and subscribers are never demo users, even when a demo condition holds.
    const isAdmin = isAdminAddress(user.email, env)
    if (isAdmin && !isAdminLocked) return 'admin'
    if (isPaying) return 'subscriber'
    if (isAdmin) return 'free'
    return isDesignatedDemo(user, env) || live.length > 0 ? 'demo' : 'free'
  }
}

function openedBy(live: readonly Grant[]): DemoFeature[] {
  const types = live.map((grant) => grant.feature_type)
  return DEMO_FEATURES.filter((name) => types.includes(name) || types.includes('full_access'))
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
