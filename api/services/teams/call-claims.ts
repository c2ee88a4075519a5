import type { CallClaim } from '#api/contract/teams.ts'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { assertNotLapsed, ownTeam, type TeamCaller } from './membership.ts'

/** The minutes for which an open call shows that its author is calling. */
const CLAIM_MINUTES = 15

/**
 * Claims a person for a call, until its outcome is recorded or for 15 minutes. If several members
 * claim at once, one succeeds.
 * @returns the account that has the claim: the caller's, or another member's, which keeps it
 * @throws AppError `not_found` when the person is not in the directory
 */
export async function claimCall(
  sql: Sql,
  caller: TeamCaller,
  { candidate_id, call_id }: CallClaim,
): Promise<string> {
  return sql.begin(async (tx) => {
    const team = await ownTeam(tx, caller, 'outreach.write')
    assertNotLapsed(team)
    // An existing claim is locked too, so that its holder is read under the lock. The membership is
    // locked because its end deletes its claims: the two wait for each other.
    await tx`
      insert into call_claims as c (team_id, candidate_id, member_id, call_id, until)
      select m.team_id, p.id, m.id, ${call_id}, now() + make_interval(mins => ${CLAIM_MINUTES})
      from candidates p, team_members m
      where p.id = ${candidate_id} and m.id = ${team.memberId} and m.ended_at is null
      for share of m
      on conflict (team_id, candidate_id) do update
      set member_id = excluded.member_id, call_id = excluded.call_id, until = excluded.until
      where c.until <= now() or c.member_id = excluded.member_id`
    const [claim] = await tx<{ user_id: string }[]>`
      select m.user_id from call_claims c join team_members m on m.id = c.member_id
      where c.team_id = ${team.id} and c.candidate_id = ${candidate_id}`
    if (!claim) throw new AppError('not_found', 'This person is not in the directory any more.')
    return claim.user_id
  })
}

/** Deletes expired claims, which no longer have an effect. */
export async function purgeCallClaims(sql: Sql): Promise<void> {
  await sql`delete from call_claims where until < now()`
}
