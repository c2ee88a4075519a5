import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { CONFIRMATION_MS } from '#api/services/auth/second-factors.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * Security: lets through only sessions confirmed recently, by sign-in or by `POST
 * /api/account/confirm`: an open laptop must not be enough for what cannot be undone. It follows
 * `permitted`, or actors without the permission would be asked for a password first.
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
