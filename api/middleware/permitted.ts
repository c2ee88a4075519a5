import { createMiddleware } from 'hono/factory'
import { type AppEnv, authorize } from '#api/context.ts'
import type { Action } from '#sync/contract/permissions.ts'

/**
 * Lets through whoever may take the action, before the body is read.
 * @throws AppError in the words of what the others lack.
 */
export function permitted(action: Action) {
  return createMiddleware<AppEnv>(async function permitted(c, next) {
    authorize(c.var.actor, action)
    await next()
  })
}
