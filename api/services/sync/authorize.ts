import { accountOf, authorize } from '#api/context.ts'
import { countGrantUse } from '#api/services/accounts/demo-grants.ts'
import type { Membership } from '#api/services/auth/session.ts'
import { assertNotLapsed, authorizeInTeam, type OwnTeam } from '#api/services/teams/membership.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { Action, Actor } from '#sync/contract/permissions.ts'
import { demoFeatureOf } from '#sync/contract/permissions.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { type ShapeName, shapesOf } from '#sync/contract/shapes.ts'
import type { Permission } from '#sync/server/executor.ts'

/**
 * Security: the owner of a replica is the user of the session, never a user that the request names.
 * @returns the account's id.
 * @param named the user and the contract version that the device states.
 * @param oldest the oldest version that is served.
 * @throws AppError `other_user`, `client_too_old`; `sync_unavailable` for a build newer than this
 *   one.
 */
export function ownerOf(
  actor: Actor,
  named: { user_id: string; version: number },
  oldest = CONTRACT_VERSION,
): string {
  authorize(actor, 'replica.sync')
  const userId = accountOf(actor)
  if (named.user_id !== userId) {
    throw new AppError('other_user', 'Somebody else is signed in.')
  }
  if (named.version < oldest) {
    throw new AppError('client_too_old', 'Please update the app.')
  }
  if (named.version > CONTRACT_VERSION) {
    throw new AppError('sync_unavailable', 'The server is being updated.')
  }
  return userId
}

/**
 * Security: the owner of the rows that a request receives: the account itself, or a team that the
 * session is a member of.
 * @param teamId the team that the request names; undefined for the account's own rows
 * @throws AppError `not_a_member`, both for another's team and for a missing one; `invalid_input`
 *   for a shape that this kind of owner does not have
 */
export function shapeOwner(
  accountId: string,
  memberships: readonly Membership[],
  name: ShapeName,
  teamId: string | undefined,
): string {
  const isMember = memberships.some((membership) => membership.teamId === teamId)
  if (teamId !== undefined && !isMember) {
    throw new AppError('not_a_member', 'You are not a member of this team.')
  }
  if (!shapesOf(teamId === undefined ? 'account' : 'team').includes(name)) {
    throw new AppError('invalid_input', 'There is no such shape.')
  }
  return teamId ?? accountId
}

/** The mutations that an account may push. Pushes of a demo account use up its grant. */
export function permissionOf(actor: Actor): Permission {
  return {
    check: (action: Action) => authorize(actor, action),
    // The membership is locked, so that a concurrent removal waits, or is seen here.
    async checkInTeam(tx, teamId, action) {
      const [member] = await tx<Pick<OwnTeam, 'role' | 'lapsed_at'>[]>`
        select m.role, t.lapsed_at from team_members m join teams t on t.id = m.team_id
        where m.team_id = ${teamId} and m.user_id = ${accountOf(actor)} and m.ended_at is null
          and t.closed_at is null
        for share of m`
      if (!member) throw new AppError('not_a_member', 'You are not a member of this team.')
      authorizeInTeam(member.role, action)
      assertNotLapsed(member)
      return member.role
    },
    async count(tx, action) {
      const feature = demoFeatureOf(action)
      if (actor.role === 'demo' && feature) await countGrantUse(tx, accountOf(actor), feature)
    },
  }
}
