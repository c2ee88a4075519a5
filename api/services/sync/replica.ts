import { accountOf, authorize } from '#api/context.ts'
import { countGrantUse } from '#api/services/demo-grants.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { Action, Actor } from '#sync/contract/permissions.ts'
import { demoFeatureOf } from '#sync/contract/permissions.ts'
import { CONTRACT_VERSION } from '#sync/contract/wire.ts'
import type { Permission } from '#sync/server/executor.ts'

/**
 * Security: the owner of a replica is the session's user, never the one that the request names.
 * @returns the account's id.
 * @param named the user whose replica the device says it is, and its contract version.
 * @throws AppError `other_user`, `client_too_old`; `sync_unavailable` for a build newer than this
 * one.
 */
export function ownerOf(actor: Actor, named: { user_id: string; version: number }): string {
  authorize(actor, 'replica.sync')
  const userId = accountOf(actor)
  if (named.user_id !== userId) {
    throw new AppError('other_user', 'Somebody else is signed in.')
  }
  if (named.version < CONTRACT_VERSION) {
    throw new AppError('client_too_old', 'Please update the app.')
  }
  if (named.version > CONTRACT_VERSION) {
    throw new AppError('sync_unavailable', 'The server is being updated.')
  }
  return userId
}

/** What an account may push. Pushes of a demo account use up its grant. */
export function permissionOf(actor: Actor): Permission {
  return {
    check: (action: Action) => authorize(actor, action),
    async count(tx, action) {
      const feature = demoFeatureOf(action)
      if (actor.role === 'demo' && feature) await countGrantUse(tx, accountOf(actor), feature)
    },
  }
}
