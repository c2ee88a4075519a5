import type { TeamDevice } from '#api/contract/teams.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { inBatches } from '#db/in-batches.ts'
import { CLOSED_TEAM_KEPT_DAYS } from '#db/schema/retention.ts'
import type { TeamDeviceRow } from '#db/schema/teams.ts'
import { ownTeam, type TeamCaller } from './membership.ts'

/** The most devices of one member: each browser, and each newly created database, is one. */
const DEVICES_MAX = 50

/** How long a device that is no longer seen is listed: far beyond the longest lease. */
const KEPT_DAYS = 90

/** A device of the session's account, by the id that it generated. */
interface Device {
  id: string
  userId: string
}

/**
 * Records that a device receives rows of these teams. It must be called before the rows are sent,
 * after the session was found to be a member's.
 * @param name browser and system
 */
export async function noteDevice(
  sql: Queryable,
  { id, userId }: Device,
  name: string,
  teamIds: readonly string[],
): Promise<void> {
  await sql`
    insert into team_devices as d (team_id, user_id, device_id, name, lease_ends_at)
    select t.id, ${userId}, ${id}, ${name}, now() + make_interval(days => t.lease_days)
    from teams t
    where t.id = any(${[...teamIds]}) and (
      exists (
        select from team_devices
        where team_id = t.id and user_id = ${userId} and device_id = ${id})
      or (select count(*) from team_devices where team_id = t.id and user_id = ${userId})
        < ${DEVICES_MAX})
    on conflict (team_id, user_id, device_id) do update
    set name = excluded.name, last_seen_at = now(), lease_ends_at = excluded.lease_ends_at,
      emptied_at = null
    where d.last_seen_at < now() - interval '1 minute' or d.emptied_at is not null`
}

/**
 * Records that no file of a device holds rows of these teams any longer. The account is usually no
 * longer a member then; teams whose rows the device never received change nothing.
 */
export async function noteEmptied(
  sql: Queryable,
  { id, userId }: Device,
  teamIds: readonly string[],
): Promise<void> {
  await sql`
    update team_devices set emptied_at = now(), last_seen_at = now()
    where team_id = any(${[...teamIds]}) and user_id = ${userId} and device_id = ${id}
      and emptied_at is null`
}

/** The devices of a team's current and former members, last seen first. */
export async function teamDevices(sql: Queryable, caller: TeamCaller): Promise<TeamDevice[]> {
  const team = await ownTeam(sql, caller, 'team.devices')
  const rows = await sql<(TeamDeviceRow & { member_id: string })[]>`
    select m.id as member_id, d.*
    from team_devices d
    join lateral (
      select id from team_members
      where team_id = d.team_id and user_id = d.user_id
      order by joined_at desc, ended_at desc nulls first limit 1) m on true
    where d.team_id = ${team.id}
    order by d.last_seen_at desc, d.device_id`
  return rows.map((row) => ({
    member_id: row.member_id,
    name: row.name,
    last_seen_at: row.last_seen_at.toISOString(),
    lease_ends_at: row.lease_ends_at.toISOString(),
    emptied_at: row.emptied_at?.toISOString() ?? null,
  }))
}

/** Deletes devices that have not been seen for long, and those of teams that were closed long ago. */
export async function purgeDevices(sql: Sql): Promise<void> {
  await inBatches(
    (limit) => sql`
      delete from team_devices where ctid = any(array(
        select ctid from team_devices
        where last_seen_at < now() - make_interval(days => ${KEPT_DAYS})
          or team_id in (
            select id from teams
            where closed_at < now() - make_interval(days => ${CLOSED_TEAM_KEPT_DAYS}))
        limit ${limit}))`,
  )
}
