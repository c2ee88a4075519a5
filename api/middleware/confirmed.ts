import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/** So long after somebody showed who they are they may do what cannot be undone. */
export const CONFIRMATION_MS = 10 * 60 * 1000

/**
 * Lets through who showed lately who they are, by signing in or by `POST /api/account/confirm`: for
 * what cannot be undone, an open laptop must not be enough. Comes after `permitted`, or who may not do
 * it at all would be asked for a password first.
 * @throws AppError `confirmation_required`.
 */
export function confirmed() {
  return createMiddleware<AppEnv>(async function confirmed(c, next) {
    const { account } = c.var
    const sinceMs = account ? Date.now() - account.confirmedAt.getTime() : Infinity
    if (sinceMs > CONFIRMATION_MS) {
      throw new AppError('confirmation_required', 'Please confirm that it is you.')
    }
    await next()
  })
}
