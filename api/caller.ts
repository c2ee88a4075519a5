import type { Context } from 'hono'
import type { Actor } from '#sync/contract/permissions.ts'
import type { AppEnv } from './context.ts'
import { networkOf } from './network.ts'
import { ownAccount } from './services/accounts/own-account.ts'

/**
 * The actor of a request and its network. The actor is only an id: `permitted` has already checked
 * what its role may do.
 */
export interface Caller {
  actor: Pick<Actor, 'id'>
  /** The network address, as `networkOf` gives it; empty for the system. */
  network: string
}

/** The caller of a request. */
export function callerOf(c: Context<AppEnv>) {
  return { actor: c.var.actor, network: networkOf(c) }
}

/**
 * The caller of a request for an account of one user.
 * @throws AppError for a demo account, which is shared
 */
export function ownCallerOf(c: Context<AppEnv>) {
  const { account, parts } = c.var
  return { actor: { id: ownAccount(account, parts.env).user.id }, network: networkOf(c) }
}
