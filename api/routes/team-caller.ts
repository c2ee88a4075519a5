import type { Context } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { networkOf } from '#api/network.ts'
import { ownAccount } from '#api/services/accounts/own-account.ts'
import type { TeamCaller } from '#api/services/teams/membership.ts'

/** The account of the request. @throws AppError for a demo account, which is shared. */
export function userOf({ var: { account, parts } }: Context<AppEnv>) {
  return ownAccount(account, parts.env).user
}

/** Who asks for something of this team. */
export function callerOf(c: Context<AppEnv>, teamId: string): TeamCaller {
  return { teamId, userId: userOf(c).id, network: networkOf(c) }
}
