/**
 * Teams: whom a row can belong to beside an account. Members, invitations and settings change by plain
 * calls, decided here under the team's lock; never by a mutation of a device. Accounts that are deleted
 * or banned leave their teams by triggers, whichever way leads there.
 */
import type { Team, TeamMember, TeamSettings } from '#api/contract/teams.ts'
import { audit } from '#api/services/audit.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { STARTING_SEATS, type TeamMemberRow, type TeamRow } from '#db/schema/teams.ts'
import { displayName } from './display-name.ts'
import { lockJoiningAccount, lockOwnTeam, type TeamCaller } from './membership.ts'

/**
 * Creates a team with the caller as its owner.
 * @returns its id.
 * @throws AppError `quota_reached` in too many teams.
 */
export async function createTeam(
  sql: Sql,
  userId: string,
  name: string,
  network: string,
): Promise<string> {
  return sql.begin(async (tx) => {
    const account = await lockJoiningAccount(tx, userId)
    const [team] = await tx<{ id: string }[]>`
      insert into teams (name, seats) values (${name}, ${STARTING_SEATS}) returning id`
    if (!team) throw new Error('the team was not inserted')
    await tx`
      insert into team_members (team_id, user_id, role, display_name)
      values (${team.id}, ${userId}, 'owner', ${displayName(account)})`
    await audit(tx, {
      actor: { id: userId },
      action: 'team.create',
      subjectId: team.id,
      network,
    })
    return team.id
  })
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

/** The teams that an account is in, oldest first, each with its members and former members. */
export async function teamsOf(sql: Queryable, userId: string): Promise<Team[]> {
  const rows = await sql<TeamAndMember[]>`
    select m.*, t.name, t.lease_days, t.cooldown_days, t.seats, t.created_at,
      mine.role as own_role,
      -- Of a former member nothing more is told.
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

/** Saves the settings of a team, its name among them. */
export async function changeSettings(
  sql: Sql,
  caller: TeamCaller,
  settings: TeamSettings,
): Promise<void> {
  await sql.begin(async (tx) => {
    const team = await lockOwnTeam(tx, caller, 'team.settings')
    await tx`update teams set ${tx(settings)} where id = ${team.id}`
    const { lease_days, cooldown_days } = settings
    await audit(tx, {
      actor: { id: caller.userId },
      action: 'team.settings',
      subjectId: team.id,
      details: { lease_days, cooldown_days },
      network: caller.network,
    })
  })
}

/** Closes a team: every membership ends, and no invitation works any more. */
export async function closeTeam(sql: Sql, caller: TeamCaller): Promise<void> {
  await sql.begin(async (tx) => {
    const team = await lockOwnTeam(tx, caller, 'team.close')
    await tx`update teams set closed_at = now() where id = ${team.id}`
    await tx`
      update team_members set ended_at = now() where team_id = ${team.id} and ended_at is null`
    await tx`
      update team_invites set revoked_at = now()
      where team_id = ${team.id} and accepted_at is null and revoked_at is null`
    await audit(tx, {
      actor: { id: caller.userId },
      action: 'team.close',
      subjectId: team.id,
      network: caller.network,
    })
  })
}
