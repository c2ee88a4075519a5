import type { TransactionSql } from 'postgres'
import type { Caller } from '#api/caller.ts'
import type { Queryable } from '#db/client.ts'
import { TEAMS_MAX, type TeamMemberRow, type TeamRole, type TeamRow } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { canInTeam, type TeamAction } from '#sync/contract/team-permissions.ts'

/** The caller and the team of a request. */
export interface TeamCaller extends Caller {
  teamId: string
}

/** A team, with the caller's current membership. */
export interface OwnTeam extends Pick<TeamRow, 'id' | 'name' | 'seats' | 'lapsed_at'> {
  memberId: string
  role: TeamRole
}

/**
 * The caller's team, if the caller's role allows the action.
 * @throws AppError `not_a_member`, both for another's team and for a missing one; `forbidden` by
 *   role
 */
export async function ownTeam(
  sql: Queryable,
  { teamId, actor }: TeamCaller,
  action: TeamAction,
): Promise<OwnTeam> {
  const [team] = await sql<OwnTeam[]>`
    select t.id, t.name, t.seats, t.lapsed_at, m.id as "memberId", m.role
    from team_members m join teams t on t.id = m.team_id
    where m.team_id = ${teamId} and m.user_id = ${actor.id} and m.ended_at is null
      and t.closed_at is null`
  if (!team) throw new AppError('not_a_member', 'You are not a member of this team.')
  authorizeInTeam(team.role, action)
  return team
}

/**
 * The caller's team as `ownTeam` returns it, locked until the transaction ends: changes of its
 * members, invitations or settings run one at a time. The role is read under the lock, so that a
 * member who was removed or demoted in the meantime changes nothing. Lock order: the accounts whose
 * rows change, then the team.
 */
export async function lockOwnTeam(
  tx: TransactionSql,
  caller: TeamCaller,
  action: TeamAction,
): Promise<OwnTeam> {
  // Only members take the lock: strangers could block a team.
  await tx`
    select from teams where id = ${caller.teamId} and exists (
      select from team_members
      where team_id = ${caller.teamId} and user_id = ${caller.actor.id} and ended_at is null)
    for no key update`
  return ownTeam(tx, caller, action)
}

/** @throws AppError `forbidden` when the role does not allow the action */
export function authorizeInTeam(role: TeamRole, action: TeamAction): void {
  if (canInTeam(role, action)) return
  throw new AppError('forbidden', 'Your role in this team does not allow that.')
}

/** @throws AppError `team_lapsed` when the team's plan has ended */
export function assertNotLapsed({ lapsed_at }: Pick<TeamRow, 'lapsed_at'>): void {
  if (lapsed_at === null) return
  throw new AppError(
    'team_lapsed',
    'The plan of this team is over: nothing in it can be changed until its owner pays again.',
  )
}

/**
 * A current member of a team.
 * @throws AppError `not_found`
 */
export async function memberOf(
  sql: Queryable,
  teamId: string,
  memberId: string,
): Promise<Pick<TeamMemberRow, 'id' | 'user_id' | 'role'>> {
  const [member] = await sql<TeamMemberRow[]>`
    select id, user_id, role from team_members
    where id = ${memberId} and team_id = ${teamId} and ended_at is null`
  if (!member) throw new AppError('not_found', 'The team has no such member.')
  return member
}

/** @throws AppError `last_owner` when the team has no other owner */
export async function assertAnotherOwner(
  sql: Queryable,
  teamId: string,
  memberId: string,
): Promise<void> {
  const others = await sql`
    select from team_members
    where team_id = ${teamId} and role = 'owner' and ended_at is null and id <> ${memberId}`
  if (others.length > 0) return
  throw new AppError('last_owner', 'A team keeps an owner: hand it over or close it first.')
}

/**
 * Locks an account that is about to join a team, before the team is locked.
 * @throws AppError `authentication_required` if it has been deleted or banned
 */
export async function lockJoiningAccount(
  tx: TransactionSql,
  userId: string,
): Promise<{ email: string; name: string }> {
  const [account] = await tx<{ email: string; name: string }[]>`
    select email, name from users where id = ${userId} and banned_at is null for no key update`
  if (!account) throw new AppError('authentication_required', 'Please sign in.')
  return account
}

/**
 * Checks that an account, which the caller has locked, may join one more team.
 * @throws AppError `quota_reached`
 */
export async function assertMayJoinMore(tx: TransactionSql, userId: string): Promise<void> {
  const [teams] = await tx<{ count: number }[]>`
    select count(*)::integer as count from team_members
    where user_id = ${userId} and ended_at is null`
  if ((teams?.count ?? 0) >= TEAMS_MAX) {
    const data = { quota: 'teams', max: TEAMS_MAX }
    throw new AppError('quota_reached', `An account can be in ${TEAMS_MAX} teams at once.`, {
      data,
    })
  }
}
