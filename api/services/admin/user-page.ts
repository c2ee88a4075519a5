import type { AdminUserView, TimelinePage } from '#api/contract/admin-user-page.ts'
import { TIMELINE_PAGE_SIZE } from '#api/contract/admin-user-page.ts'
import type { Env } from '#api/env.ts'
import { resolveActor } from '#api/services/accounts/actor.ts'
import { membershipsOf, parseMemberships } from '#api/services/auth/session.ts'
import { seatsOfTeams } from '#api/services/teams/seats.ts'
import type { Sql } from '#db/client.ts'
import type { DemoGrantRow } from '#db/schema/demo-grants.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { AppError } from '#sync/contract/errors.ts'
import { cursorOf, type Keyset, pageAfter } from './keyset.ts'
import { findListed } from './users.ts'

/**
 * One account, for the admin page.
 * @throws AppError `not_found` for an unknown account, and for a demo guest
 */
export async function readUserPage(sql: Sql, env: Env, userId: string): Promise<AdminUserView> {
  const [listed, [user], [entitlement = null], grants, teams, sessions, [reveals], [exports]] =
    await Promise.all([
      findListed(sql, env, userId),
      sql`
        select id, email, role, demo_account, name, email_verified, banned_at, ban_reason,
          ${membershipsOf(sql, sql`users.id`)} as memberships,
          two_factor_enabled or exists (select 1 from auth_passkeys p where p.user_id = users.id)
            as has_second_factor
        from users where id = ${userId}`,
      sql<EntitlementRow[]>`select * from entitlements where owner_id = ${userId}`,
      sql<DemoGrantRow[]>`
        select * from demo_grants where user_id = ${userId} order by created_at desc`,
      seatsOfTeams(sql, userId),
      sql`
        select id, created_at, updated_at, user_agent, factor from sessions
        where expires_at > now() and user_id in (
          select id from users where id = ${userId} or demo_of = ${userId})
        order by updated_at desc limit 20`,
      sql<{ count: number }[]>`
        select count(*)::integer from reveals where owner_id = ${userId}`,
      sql<{ count: number }[]>`
        select count(*)::integer from export_logs where owner_id = ${userId}`,
    ])
  if (!listed || !user) throw new AppError('not_found', 'There is no such account.')
  const account = {
    id: user.id,
    email: user.email,
    role: user.role,
    demo_account: user.demo_account,
  }
  const memberships = parseMemberships(user.memberships)
  const actor = resolveActor({
    user: account,
    entitlement,
    memberships,
    grants,
    env,
    now: new Date(),
  })
  return {
    user: {
      ...listed,
      name: user.name,
      is_confirmed: user.email_verified,
      banned_at: user.banned_at?.toISOString() ?? null,
      ban_reason: user.ban_reason,
      has_second_factor: user.has_second_factor,
    },
    actor: { role: actor.role, tier: actor.tier, grants: [...actor.grants] },
    plan: entitlement && {
      name: entitlement.plan_name,
      tier: entitlement.tier,
      status: entitlement.status,
      period_end: entitlement.current_period_end?.toISOString() ?? null,
      cancels: entitlement.cancel_at_period_end,
    },
    teams,
    sessions: sessions.map((session) => ({
      id: session.id,
      started_at: session.created_at.toISOString(),
      last_used_at: session.updated_at.toISOString(),
      user_agent: session.user_agent,
      factor: session.factor,
    })),
    counts: {
      reveals: reveals?.count ?? 0,
      exports: exports?.count ?? 0,
      exported_people: listed.total_exports,
    },
  }
}

interface EntryRead {
  id: string
  at: Date
  at_text: string
  action: string
  count: number
  actor_id: string | null
  actor_email: string | null
  subject_id: string | null
  subject_name: string | null
  details: Record<string, unknown>
  network: string | null
}

/**
 * An account's timeline, newest first: its own actions and those of others on it. Privacy: reveals
 * are included as a count per day, without the people.
 */
export async function readTimeline(
  sql: Sql,
  userId: string,
  after?: string,
): Promise<TimelinePage> {
  return pageAfter(after, (row) => readTimelinePage(sql, userId, row))
}

async function readTimelinePage(
  sql: Sql,
  userId: string,
  after: Keyset | null,
): Promise<TimelinePage> {
  const [at, id] = after ?? [null, null]
  const past = (moment: ReturnType<Sql>, number: ReturnType<Sql>) =>
    at === null
      ? sql``
      : sql`and (${moment}, ${number}) < (${at}::text::timestamptz, ${id}::text::bigint)`
  const rows = await sql<EntryRead[]>`
    with entries as (
      (select id, at, action, 1 as count, actor_id, subject_id, details, network from audit_log
        where actor_id = ${userId} and action <> 'reveal' ${past(sql`at`, sql`id`)}
        order by at desc, id desc limit ${TIMELINE_PAGE_SIZE + 1})
      union all
      (select id, at, action, 1, actor_id, subject_id, details, network from audit_log
        where subject_id = ${userId} and actor_id is distinct from ${userId}
          ${past(sql`at`, sql`id`)}
        order by at desc, id desc limit ${TIMELINE_PAGE_SIZE + 1})
      union all
      (select max(id), max(at), 'reveal', count(*)::integer, ${userId}, null, '{}', null
        from audit_log where actor_id = ${userId} and action = 'reveal'
        group by at::date having true ${past(sql`max(at)`, sql`max(id)`)}
        order by max(at) desc limit ${TIMELINE_PAGE_SIZE + 1}))
    select entries.*, entries.at::text as at_text, by.email as actor_email,
      coalesce(subject.email, team.name) as subject_name
    from entries
    left join users by on by.id = entries.actor_id
    left join users subject on subject.id = entries.subject_id
    left join teams team on team.id = entries.subject_id
    order by at desc, entries.id desc limit ${TIMELINE_PAGE_SIZE + 1}`
  const entries = rows.slice(0, TIMELINE_PAGE_SIZE)
  const last = entries.at(-1)
  return {
    entries: entries.map(({ id, at, action, count, details, network, ...of }) => ({
      ...{ id, action, count, details, network },
      at: at.toISOString(),
      by:
        of.actor_id === null || of.actor_id === userId
          ? null
          : { id: of.actor_id, email: of.actor_email },
      subject:
        of.subject_id === null || of.subject_id === userId
          ? null
          : { id: of.subject_id, name: of.subject_name },
    })),
    next: last && rows.length > TIMELINE_PAGE_SIZE ? cursorOf([last.at_text, last.id]) : null,
  }
}
