import type { Context } from 'hono'
import { ownCallerOf } from '#api/caller.ts'
import type { AppEnv } from '#api/context.ts'
import type { TeamCaller } from '#api/services/teams/membership.ts'

/**
 * The caller of a request about this team.
 * @throws AppError for a demo account, which is shared
 */
export function teamCallerOf(c: Context<AppEnv>, teamId: string): TeamCaller {
  return { ...ownCallerOf(c), teamId }
}
