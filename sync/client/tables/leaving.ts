import { shapeOf, shapesOf } from '#sync/contract/shapes.ts'
import type { Database, Tx } from './database.ts'

/** The data that a device removes together with a team's rows. */
export interface LeftTeam {
  id: string
  /** Null where the team's settings had not arrived. */
  name: string | null
  /** Ids of the team's lists, whose screens are closed. */
  lists: string[]
  /** Ids of the people whose revealed contacts are deleted. */
  people: string[]
}

const HAS_ROWS = shapesOf('team')
  .map((name) => `exists (select from ${name} where ${shapeOf(name).owner} = known.team_id)`)
  .join(' or ')

/**
 * The teams that the account is in, was in or left, of which there are rows, with a cursor or without.
 */
export async function teamsWithRows(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ team_id: string }>(
    `select team_id from (
       select team_id from memberships union select team_id from left_teams) known
     where ${HAS_ROWS}`,
  )
  return rows.map(({ team_id }) => team_id)
}

/**
 * Reads what belongs to a team, before its rows are removed. A contact is revealed by each account for
 * itself, and belongs to the team where only the team's lists led to the person: nobody on a list of the
 * account or of another team, starred or noted. It can be revealed again. Stars, notes, settings and
 * logs of reveals are the account's own rows and stay.
 */
export async function readLeftTeam(database: Database, teamId: string): Promise<LeftTeam> {
  const { rows } = await database.query<Omit<LeftTeam, 'id'>>(
    `select
       (select name from team where id = $1) as name,
       array(select id::text from lists where owner_id = $1) as lists,
       array(
         select distinct candidate_id::text from list_members where owner_id = $1
         except select candidate_id::text from list_members
           where owner_id <> $1 and removed_at is null
         except select candidate_id::text from saved_candidates) as people`,
    [teamId],
  )
  const [row] = rows
  return { id: teamId, name: row?.name ?? null, lists: row?.lists ?? [], people: row?.people ?? [] }
}
