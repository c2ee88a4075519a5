import { createMiddleware } from 'hono/factory'
import { type Actor, VISITOR } from '../../sync/contract/permissions.ts'
import type { AppEnv } from '../context.ts'

/**
 * Stands where the session middleware will: everybody is the same actor. Production refuses to
 * start with it (see `api/env.ts`).
 */
export function openAccess(actor: Actor = { ...VISITOR, role: 'subscriber', tier: 'premium' }) {
  return createMiddleware<AppEnv>(async function openAccess(c, next) {
    c.set('actor', actor)
    await next()
  })
}
