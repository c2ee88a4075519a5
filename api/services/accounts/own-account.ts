import type { SessionAccount } from '#api/services/auth/session.ts'
import { AppError } from '#sync/contract/errors.ts'
import { isDesignatedDemo } from './actor.ts'

/**
 * The account of the session.
 * @throws AppError for a demo account, which is shared
 */
export function ownAccount(
  account: SessionAccount | null,
  env: Parameters<typeof isDesignatedDemo>[1],
): SessionAccount {
  if (!account) throw new AppError('authentication_required', 'Please sign in.')
  if (isDesignatedDemo(account.user, env)) {
    throw new AppError('demo_restricted', 'This feature is disabled in demo mode')
  }
  return account
}
