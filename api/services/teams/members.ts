import type { TransactionSql } from 'postgres'
import { audit } from '#api/services/audit.ts'
import type { Sql } from '#db/client.ts'
import { retried } from '#db/retried.ts'
import {
  INVITED_ROLES,
  type InvitedRole,
  type TeamMemberRow,
  type TeamRole,
} from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { canInTeam, inviteActionOf, removeActionOf } from '#sync/contract/team-permissions.ts'
import {
  assertAnotherOwner,
  assertNotLapsed,
  authorizeInTeam,
  lockOwnTeam,
  memberOf,
  type TeamCaller,
} from './membership.ts'
import { assertSeat } from './seats.ts'

/**
 * Changes a member's role.
 * @throws AppError `last_owner` for the role of the last owner, `seats_taken` when a viewer would
 *   need a seat, or there would be too many viewers
 */
export async function changeRole(
  sql: Sql,
  caller: TeamCaller,
  memberId: string,
  role: TeamRole,
): Promise<void> {
  await sql.begin(async (tx) => {
    const team = await lockOwnTeam(tx, caller, 'team.roles')
    assertNotLapsed(team)
    const member = await memberOf(tx, team.id, memberId)
    if (member.role === role) return
    if (member.role === 'owner') await assertAnotherOwner(tx, team.id, member.id)
    if (member.role === 'viewer' || role === 'viewer') await assertSeat(tx, team, role)
    await setRole(tx, member.id, role)
    await audit(tx, {
      ...caller,
      action: 'team.role',
      subjectId: member.user_id ?? undefined,
      details: { team: team.id, from: member.role, to: role },
    })
  })
}

/**
 * Ends a member's membership.
 * @throws AppError `last_owner` for that of the last owner
 */
export async function removeMember(sql: Sql, caller: TeamCaller, memberId: string): Promise<void> {
  const remove = async (tx: TransactionSql) => {
    // Security: the permission check comes before the existence check, or ids could be probed.
    const team = await lockOwnTeam(tx, caller, 'team.remove')
    const member = await memberOf(tx, team.id, memberId)
    authorizeInTeam(team.role, removeActionOf(member.role))
    if (member.role === 'owner') await assertAnotherOwner(tx, team.id, member.id)
    await endMembership(tx, member.id)
    await audit(tx, {
      ...caller,
      action: 'team.remove',
      subjectId: member.user_id ?? undefined,
      details: { team: team.id },
    })
  }
  await retried(() => sql.begin(remove))
}

/**
 * Ends the caller's own membership.
 * @throws AppError `last_owner` for that of the last owner
 */
export async function leaveTeam(sql: Sql, caller: TeamCaller): Promise<void> {
  const leave = async (tx: TransactionSql) => {
    const team = await lockOwnTeam(tx, caller, 'team.leave')
    if (team.role === 'owner') await assertAnotherOwner(tx, team.id, team.memberId)
    await endMembership(tx, team.memberId)
    await audit(tx, { ...caller, action: 'team.leave', subjectId: team.id })
  }
  await retried(() => sql.begin(leave))
}

/**
 * Makes another member the owner, and the caller a manager.
 * @throws AppError `seats_taken` when a viewer would need a seat
 */
export async function handOverTeam(sql: Sql, caller: TeamCaller, memberId: string): Promise<void> {
  const handOver = async (tx: TransactionSql) => {
    const team = await lockOwnTeam(tx, caller, 'team.hand_over')
    const member = await memberOf(tx, team.id, memberId)
    if (member.id === team.memberId) {
      throw new AppError('invalid_input', 'member_id: the team is yours already')
    }
    if (member.role === 'viewer') await assertSeat(tx, team, 'owner')
    await setRole(tx, member.id, 'owner')
    await setRole(tx, team.memberId, 'manager')
    await audit(tx, {
      ...caller,
      action: 'team.hand_over',
      subjectId: member.user_id ?? undefined,
      details: { team: team.id },
    })
  }
  // The transaction is retried: the owner may be assigning a person to the member, which locks both
  // too.
  await retried(() => sql.begin(handOver))
}

async function setRole(tx: TransactionSql, memberId: string, role: TeamRole): Promise<void> {
  await tx`update team_members set role = ${role} where id = ${memberId}`
  await revokeUnsendable(tx, memberId)
}

/**
 * Must be retried: a device may be writing the rows of people assigned to the member, which
 * triggers change in another order.
 */
async function endMembership(tx: TransactionSql, memberId: string): Promise<void> {
  await tx`update team_members set ended_at = now() where id = ${memberId}`
  await revokeUnsendable(tx, memberId)
}

/** Revokes a member's invitations to roles that the member may no longer invite to. */
export async function revokeUnsendable(tx: TransactionSql, memberId: string): Promise<void> {
  const [sender] = await tx<Pick<TeamMemberRow, 'role' | 'ended_at'>[]>`
    select role, ended_at from team_members where id = ${memberId}`
  if (!sender) return
  const isSendable = (invited: InvitedRole) =>
    sender.ended_at === null && canInTeam(sender.role, inviteActionOf(invited))
  const revoked = INVITED_ROLES.filter((role) => !isSendable(role))
  await tx`
    update team_invites set revoked_at = now()
    where invited_by = ${memberId} and role = any(${revoked})
      and accepted_at is null and revoked_at is null`
}
