/**
 * What the members of a team together take in a day (UTC) by its plan: as much as its seats could, each once.
 * The count outlives memberships and accounts, or a seat that changes hands would bring a new day's worth.
 * It is a row per team and day, so that members who take at once, in whatever processes, wait for its lock.
 */
import type { Queryable } from '#db/client.ts'

/** The day of a team, and what is taken of it. */
export interface TeamDay {
  teamId: string
  /** The time whose UTC day it is. */
  now: Date
  taken: 'revealed' | 'exported'
}

/**
 * How many more people a team may take today, below zero where its seats are fewer than they were. Locks
 * its day until the transaction ends. To be called before an account's own day is locked.
 * @param perSeat the allowance of an account.
 */
export async function lockTeamDay(
  tx: Queryable,
  { teamId, now, taken }: TeamDay,
  perSeat: number,
): Promise<number> {
  const [today] = await tx<{ taken: number }[]>`
    insert into team_contacts as today (team_id, day) values (${teamId}, ${dayOf(now)}::date)
    on conflict (team_id, day) do update set day = excluded.day
    returning ${tx(taken)} as taken`
  return (await seatsOf(tx, teamId)) * perSeat - (today?.taken ?? 0)
}

/** As `lockTeamDay` says, without its lock. */
export async function leftForTeam(
  sql: Queryable,
  { teamId, now, taken }: TeamDay,
  perSeat: number,
): Promise<number> {
  const [today] = await sql<{ taken: number }[]>`
    select ${sql(taken)} as taken from team_contacts
    where team_id = ${teamId} and day = ${dayOf(now)}::date`
  return (await seatsOf(sql, teamId)) * perSeat - (today?.taken ?? 0)
}

/** Counts people to a day that is locked, or to the next one where it ended meanwhile. */
export async function countForTeam(
  tx: Queryable,
  { teamId, now, taken }: TeamDay,
  people: number,
): Promise<void> {
  await tx`
    insert into team_contacts as today (team_id, day, ${tx(taken)})
    values (${teamId}, ${dayOf(now)}::date, ${people})
    on conflict (team_id, day) do update
      set ${tx(taken)} = today.${tx(taken)} + excluded.${tx(taken)}`
}

async function seatsOf(sql: Queryable, teamId: string): Promise<number> {
  const [team] = await sql<{ seats: number }[]>`select seats from teams where id = ${teamId}`
  return team?.seats ?? 0
}

/** The UTC day of a time, as PostgreSQL reads it. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
