import { createMiddleware } from 'hono/factory'
import { type AppEnv, authorize } from '#api/context.ts'
import type { Action } from '#sync/contract/permissions.ts'

/**
 * Lets through only actors with the permission, before the body is read.
 * @throws AppError that names what the actor lacks.
 */
export function permitted(action: Action) {
  return createMiddleware<AppEnv>(async function permitted(c, next) {
    authorize(c.var.actor, action)
    await next()
  })
}
