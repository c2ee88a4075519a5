/**
 * Teams: the other kind of owner of a row. Members, invitations and settings are changed by plain
 * calls, decided here under the team's lock, never by a device's mutation. Triggers end the
 * memberships of accounts that are deleted or banned, whatever the code path.
 */
import type { TransactionSql } from 'postgres'
import type { Caller } from '#api/caller.ts'
import { accountOf, type Parts } from '#api/context.ts'
import type { OpenedTeam, Team, TeamMember, TeamSettings } from '#api/contract/teams.ts'
import { type AccountUser, isDesignatedDemo } from '#api/services/accounts/actor.ts'
import { audit } from '#api/services/audit.ts'
import type { Billing } from '#api/services/billing/billing.ts'
import { endSubscriptions } from '#api/services/billing/checkout.ts'
import { forEachOwner } from '#api/services/billing/for-each-owner.ts'
import { refreshCustomer } from '#api/services/billing/refresh.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { retried } from '#db/retried.ts'
import { LAPSED_DAYS, STARTING_SEATS, type TeamMemberRow, type TeamRow } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { displayName } from './display-name.ts'
import {
  assertMayJoinMore,
  assertNotLapsed,
  lockJoiningAccount,
  lockOwnTeam,
  ownTeam,
  type TeamCaller,
} from './membership.ts'

/**
 * Creates a team with the caller as its owner.
 * @returns its id.
 * @throws AppError `quota_reached` for an account in too many teams
 */
export async function createTeam(sql: Sql, caller: Caller, name: string): Promise<string> {
  return sql.begin(async (tx) => {
    const id = await insertTeam(tx, accountOf(caller.actor), name, STARTING_SEATS)
    await audit(tx, { ...caller, action: 'team.create', subjectId: id })
    return id
  })
}

/**
 * Opens a team with this many seats for an account, which becomes its owner.
 * @returns its id
 * @throws AppError `not_found` for an unknown account, `forbidden` for a banned one,
 *   `demo_restricted` for a shared one, `quota_reached` for one in too many teams
 */
export async function openTeam(
  { sql, env }: Pick<Parts, 'sql' | 'env'>,
  caller: Caller,
  { user_id: userId, name, seats }: OpenedTeam,
): Promise<string> {
  return sql.begin(async (tx) => {
    await assertCanOwn(tx, env, userId)
    const id = await insertTeam(tx, userId, name, seats)
    // The subject is the account, so that its timeline shows who opened the team.
    const details = { team: id, seats }
    await audit(tx, { ...caller, action: 'team.create', subjectId: userId, details })
    return id
  })
}

/** Locks the account, so that the checks remain valid. */
async function assertCanOwn(tx: TransactionSql, env: Parts['env'], userId: string): Promise<void> {
  const [account] = await tx<(AccountUser & { is_banned: boolean })[]>`
    select id, email, role, demo_account, banned_at is not null as is_banned from users
    where id = ${userId} and demo_of is null for no key update`
  if (!account) throw new AppError('not_found', 'There is no such account.')
  if (account.is_banned) throw new AppError('forbidden', 'This account is banned.')
  if (isDesignatedDemo(account, env)) {
    throw new AppError('demo_restricted', 'A demo account is shared and can be in no team.')
  }
}

async function insertTeam(
  tx: TransactionSql,
  ownerId: string,
  name: string,
  seats: number,
): Promise<string> {
  const account = await lockJoiningAccount(tx, ownerId)
  await assertMayJoinMore(tx, ownerId)
  const [team] = await tx<{ id: string }[]>`
    insert into teams (name, seats) values (${name}, ${seats}) returning id`
  if (!team) throw new Error('the team was not inserted')
  await tx`
    insert into team_members (team_id, user_id, role, display_name)
    values (${team.id}, ${ownerId}, 'owner', ${displayName(account)})`
  return team.id
}

type TeamAndMember = TeamMemberRow & {
  name: TeamRow['name']
  lease_days: number
  cooldown_days: number
  seats: number
  created_at: Date
  own_role: TeamMemberRow['role']
  last_seen_at: Date | null
}

/** The teams of an account, oldest first, each with its current and former members. */
export async function teamsOf(sql: Queryable, userId: string): Promise<Team[]> {
  const rows = await sql<TeamAndMember[]>`
    select m.*, t.name, t.lease_days, t.cooldown_days, t.seats, t.created_at,
      mine.role as own_role,
      -- Null for former members.
      case when m.ended_at is null then greatest(u.last_sign_in_at, (
        select max(updated_at) from sessions where user_id = m.user_id)) end as last_seen_at
    from team_members mine
    join teams t on t.id = mine.team_id
    join team_members m on m.team_id = mine.team_id
    left join users u on u.id = m.user_id
    where mine.user_id = ${userId} and mine.ended_at is null and t.closed_at is null
    order by t.created_at, t.id, m.joined_at, m.id`
  const teams = new Map<string, Team>()
  for (const row of rows) {
    const team = teams.get(row.team_id) ?? teamOf(row)
    teams.set(team.id, team)
    team.members.push(memberOf(row))
    if (row.ended_at === null && row.role !== 'viewer') team.seats_used += 1
  }
  return [...teams.values()]
}

function teamOf(row: TeamAndMember): Team {
  return {
    id: row.team_id,
    name: row.name,
    role: row.own_role,
    lease_days: row.lease_days,
    cooldown_days: row.cooldown_days,
    seats: row.seats,
    seats_used: 0,
    created_at: row.created_at.toISOString(),
    members: [],
  }
}

function memberOf(row: TeamAndMember): TeamMember {
  return {
    id: row.id,
    user_id: row.user_id,
    display_name: row.display_name,
    role: row.role,
    joined_at: row.joined_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }
}

/** Saves the settings of a team, including its name. */
export async function changeSettings(
  sql: Sql,
  caller: TeamCaller,
  settings: TeamSettings,
): Promise<void> {
  await sql.begin(async (tx) => {
    const team = await lockOwnTeam(tx, caller, 'team.settings')
    assertNotLapsed(team)
    await tx`update teams set ${tx(settings)} where id = ${team.id}`
    const { lease_days, cooldown_days } = settings
    await audit(tx, {
      ...caller,
      action: 'team.settings',
      subjectId: team.id,
      details: { lease_days, cooldown_days },
    })
  })
}

/**
 * Closes a team: ends its plan, then every membership, and invalidates its invitations.
 * @throws AppError `billing_unavailable`; the team stays open then, and a retry is safe
 */
export async function closeTeam(billing: Billing, caller: TeamCaller): Promise<void> {
  const { sql } = billing
  // Security: the permission is checked before any call to Stripe.
  const { id } = await ownTeam(sql, caller, 'team.close')
  await endSubscriptions(billing, id)
  const closeOwn = async (tx: TransactionSql) => {
    const team = await lockOwnTeam(tx, caller, 'team.close')
    await close(tx, team.id, caller)
  }
  await retried(() => sql.begin(closeOwn))
}

/**
 * Closes teams whose plan ended so long ago that nobody will pay again.
 * @throws when some failed, once all others are closed; the next call retries them
 */
export async function closeLapsedTeams(billing: Billing): Promise<void> {
  const { sql } = billing
  const lapsed = (tx: Queryable) => tx`
    closed_at is null and lapsed_at < now() - make_interval(days => ${LAPSED_DAYS})
    -- One whose owner is banned waits: the ban may be lifted.
    and not exists (
      select from team_members m join users u on u.id = m.user_id
      where m.team_id = teams.id and m.ended_at is null and u.banned_at is not null)`
  const teams = await sql<{ id: string; customer_id: string | null }[]>`
    select id, customer_id from teams left join stripe_customers on owner_id = id
    where ${lapsed(sql)}`
  await forEachOwner(teams, async ({ id, customer_id: customer }) => {
    // The event of a payment may have been lost.
    if (customer) await refreshCustomer(billing, customer)
    const closeLapsed = async (tx: TransactionSql) => {
      const [team] = await tx`
        select from teams where id = ${id} and ${lapsed(tx)} for no key update`
      if (team) await close(tx, id, { actor: { id: null }, network: '' })
    }
    await retried(() => sql.begin(closeLapsed))
  })
}

/**
 * Must be retried: a device may have locked memberships, or rows of people on lists, in another
 * order.
 */
async function close(tx: TransactionSql, teamId: string, caller: Caller): Promise<void> {
  await tx`update teams set closed_at = now() where id = ${teamId}`
  await tx`
    update team_members set ended_at = now() where team_id = ${teamId} and ended_at is null`
  await tx`
    update team_invites set revoked_at = now()
    where team_id = ${teamId} and accepted_at is null and revoked_at is null`
  await audit(tx, { ...caller, action: 'team.close', subjectId: teamId })
}
