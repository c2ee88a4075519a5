import type { TransactionSql } from 'postgres'
import type { Caller } from '#api/caller.ts'
import type { AdminTeam } from '#api/contract/admin-user-page.ts'
import { audit } from '#api/services/audit.ts'
import { NO_PLAN } from '#api/services/billing/entitlement-of.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { type TeamRole, type TeamRow, VIEWERS_PER_SEAT } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * Checks that there is a seat for an additional member with this role, also after the plan's
 * renewal. The team must be locked.
 * @throws AppError `seats_taken`
 */
export async function assertSeat(
  tx: TransactionSql,
  team: Pick<TeamRow, 'id' | 'seats'>,
  role: TeamRole,
): Promise<void> {
  const [renewal] = await tx<{ seats: number | null }[]>`
    select renewal_seats as seats from entitlements where owner_id = ${team.id}`
  const seats = Math.min(team.seats, renewal?.seats ?? team.seats)
  const { seated, viewers } = await placesOf(tx, team.id)
  if (role === 'viewer') {
    const max = seats * VIEWERS_PER_SEAT
    if (viewers >= max) throw taken(`This team has ${max} viewers, as many as its seats allow.`)
  } else if (seated >= seats) {
    throw taken(`All seats of this team (${seats}) are taken.`)
  }
}

/**
 * Sets how many seats a team without a plan has. Such seats have none of a plan's features. While a
 * subscription is active only its quantity counts: that is what is charged, and the next event of
 * Stripe would replace any other number.
 * @throws AppError `seats_taken` when more members have a seat, `not_found` without an open team,
 *   `forbidden` for a team with a plan
 */
export async function setSeats(
  sql: Sql,
  caller: Caller,
  teamId: string,
  seats: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    const [team] = await tx`
      select from teams where id = ${teamId} and closed_at is null for no key update`
    if (!team) throw new AppError('not_found', 'There is no such team.')
    const [plan] = await tx`select where ${isPaid(tx, tx`${teamId}`)}`
    if (plan) throw new AppError('forbidden', 'This team pays for its seats by itself.')
    const { seated } = await placesOf(tx, teamId)
    if (seats < seated) throw seatsTaken(seated)
    await tx`update teams set seats = ${seats} where id = ${teamId}`
    const details = { seats }
    await audit(tx, { ...caller, action: 'team.seats', subjectId: teamId, details })
  })
}

/** How many current members of a team have a seat, and how many are viewers. */
export async function placesOf(sql: Queryable, teamId: string) {
  const [places] = await sql<{ seated: number; viewers: number }[]>`
    ${placesIn(sql, sql`${teamId}`)}`
  return places ?? { seated: 0, viewers: 0 }
}

/** The open teams of an account, oldest first, with their seats. */
export async function seatsOfTeams(sql: Queryable, userId: string): Promise<AdminTeam[]> {
  return sql<AdminTeam[]>`
    select t.id, t.name, m.role, t.seats, places.seated, ${isPaid(sql, sql`t.id`)} as is_paid
    from team_members m
    join teams t on t.id = m.team_id
    cross join lateral (${placesIn(sql, sql`t.id`)}) places
    where m.user_id = ${userId} and m.ended_at is null and t.closed_at is null
    order by t.created_at, t.id`
}

/** The error for fewer seats than there are members who need one. */
export function seatsTaken(seated: number): AppError {
  return taken(
    seated === 1
      ? '1 member of this team has a seat.'
      : `${seated} members of this team have a seat.`,
  )
}

type Fragment = ReturnType<Queryable>

function placesIn(sql: Queryable, teamId: Fragment): Fragment {
  return sql`
    select count(*) filter (where role <> 'viewer')::integer as seated,
      count(*) filter (where role = 'viewer')::integer as viewers
    from team_members where team_id = ${teamId} and ended_at is null`
}

function isPaid(sql: Queryable, teamId: Fragment): Fragment {
  return sql`exists (
    select from entitlements where owner_id = ${teamId} and tier <> ${NO_PLAN.tier})`
}

function taken(message: string): AppError {
  return new AppError('seats_taken', message)
}
