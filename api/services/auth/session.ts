import type { Grant } from '#api/services/accounts/actor.ts'
import type { Queryable, Sql } from '#db/client.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import type { TeamRole } from '#db/schema/teams.ts'
import type { SessionRow, UserRow } from '#db/schema/users.ts'
import { SESSION_RENEWAL_SECONDS, SESSION_SECONDS } from './options.ts'

/** A session's account, with everything that permissions depend on. */
export interface SessionAccount {
  sessionId: string
  expiresAt: Date
  startedAt: Date
  /** The factor that opened the session, or confirmed it since. */
  factor: SessionRow['factor']
  /** When the user last proved their identity in this session. */
  confirmedAt: Date
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'bio' | 'role' | 'demo_account' | 'created_at'>
  /** Whether this is a guest of a shared demo account, whose address and grants it has. */
  isGuest: boolean
  /**
   * The account that limits apply to: for a guest the shared account, or a new sign-in would reset
   * them.
   */
  countsAs: string
  entitlement: EntitlementRow | null
  /** The grants, newest first. */
  grants: Grant[]
  /** The open teams of the account, with its own role in each. */
  memberships: Membership[]
}

/** An account's membership in a team. */
export interface Membership {
  teamId: string
  name: string
  role: TeamRole
  /** Whether the account has one of the seats that the team pays for. */
  hasSeat: boolean
  /** The team's plan; null if it never had one. */
  plan: TeamPlan | null
}

/** The part of a team's entitlement that its members' permissions depend on. */
type TeamPlan = Pick<
  EntitlementRow,
  'tier' | 'status' | 'plan_name' | 'cancel_at_period_end' | 'current_period_end'
>

/** The live session of a token, in one query: nearly every request needs it. */
export async function findSession(sql: Sql, token: string): Promise<SessionAccount | null> {
  const [row] = await sql`
    select s.id as session_id, s.expires_at as session_expires_at,
      s.created_at as session_created_at, s.factor, s.confirmed_at,
      u.id, a.id as counts_as, a.email, u.name, u.bio, a.role, a.demo_account, u.demo_of, u.created_at,
      e.owner_id, e.user_id, e.tier, e.status, e.plan_name, e.price_cents, e.currency, e.billing_interval,
      e.current_period_end, e.cancel_at_period_end,
      e.seats, e.renewal_seats, e.checked_at,
      (select jsonb_agg(g order by g.created_at desc) from demo_grants g where g.user_id = a.id)
        as grants,
      ${membershipsOf(sql, sql`u.id`)} as memberships
    from sessions s
    join users u on u.id = s.user_id
    join users a on a.id = coalesce(u.demo_of, u.id)
    left join entitlements e on e.owner_id = a.id
    where s.token = ${token} and s.expires_at > now()`
  if (!row) return null
  const {
    session_id,
    session_expires_at,
    session_created_at,
    factor,
    confirmed_at,
    id,
    counts_as,
    email,
    name,
    bio,
    role,
    demo_account,
    demo_of,
    created_at,
    grants,
    memberships,
    ...plan
  } = row
  return {
    sessionId: session_id,
    expiresAt: session_expires_at,
    startedAt: session_created_at,
    factor,
    confirmedAt: confirmed_at,
    user: { id, email, name, bio, role, demo_account, created_at },
    isGuest: demo_of !== null,
    countsAs: counts_as,
    entitlement: plan.owner_id === null ? null : (plan as EntitlementRow),
    // Dates are parsed, as JSON has none.
    grants: ((grants ?? []) as Grant[]).map((grant) => ({
      ...grant,
      expires_at: grant.expires_at && new Date(grant.expires_at),
    })),
    memberships: parseMemberships(memberships),
  }
}

/** SQL: the open teams that an account is in, each with its plan, as JSON for `parseMemberships`. */
export function membershipsOf(sql: Queryable, userId: ReturnType<Queryable>) {
  return sql`(
    select jsonb_agg(jsonb_build_object('teamId', t.id, 'name', t.name, 'role', m.role,
      'hasSeat', ${hasSeat(sql)},
      'plan', case when p.owner_id is not null then jsonb_build_object(
        'tier', p.tier, 'status', p.status, 'plan_name', p.plan_name,
        'cancel_at_period_end', p.cancel_at_period_end,
        'current_period_end', p.current_period_end) end))
    from team_members m join teams t on t.id = m.team_id
    left join entitlements p on p.owner_id = t.id
    where m.user_id = ${userId} and m.ended_at is null and t.closed_at is null)`
}

/**
 * SQL: whether member `m` has a seat of team `t` by its plan `p`. A team may have fewer seats than
 * members who need one: a checkout may be paid after others joined, and the customer portal may lower
 * them. Then the owners have a seat first, and the longest-standing members, as `membersWithoutSeat`
 * decides on devices.
 */
function hasSeat(sql: Queryable) {
  return sql`m.role <> 'viewer' and p.owner_id is not null and t.seats > (
    select count(*) from team_members earlier
    where earlier.team_id = m.team_id and earlier.ended_at is null and earlier.role <> 'viewer'
      and (earlier.role <> 'owner', earlier.joined_at, earlier.id)
        < (m.role <> 'owner', m.joined_at, m.id))`
}

/** Parses memberships from the database's JSON, which has no dates. */
export function parseMemberships(json: unknown): Membership[] {
  return ((json ?? []) as Membership[]).map((membership) => ({
    ...membership,
    plan: membership.plan && {
      ...membership.plan,
      current_period_end:
        membership.plan.current_period_end && new Date(membership.plan.current_period_end),
    },
  }))
}

/** Whether a session in use is old enough to be renewed. */
export function isRenewalDue(expiresAt: Date, now: Date): boolean {
  const remainingSeconds = (expiresAt.getTime() - now.getTime()) / 1000
  return remainingSeconds <= SESSION_SECONDS - SESSION_RENEWAL_SECONDS
}

/** Sessions deleted per transaction: all processes are notified of each. */
const PURGED_AT_ONCE = 1_000

/**
 * Deletes sessions that have expired, with the network and browser they name. Pushes go to a
 * browser as long as its session exists.
 */
export async function purgeSessions(sql: Sql): Promise<void> {
  for (;;) {
    const { count } = await sql`
      delete from sessions where id in (
        select id from sessions where expires_at <= now() limit ${PURGED_AT_ONCE})`
    if (count < PURGED_AT_ONCE) return
  }
}
