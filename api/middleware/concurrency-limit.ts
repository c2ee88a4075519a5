import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * Limits how many requests of one account a process handles at once, for requests that wait for each other
 * with a connection of the pool in hand: one account could take all of them.
 * @throws AppError `rate_limited`, with Retry-After.
 */
export function concurrencyLimit(max: number) {
  const underWay = new Map<string, number>()
  return createMiddleware<AppEnv>(async function concurrencyLimit(c, next) {
    const account = c.var.actor.id
    if (account === null) return next()
    const count = underWay.get(account) ?? 0
    if (count >= max) {
      c.header('Retry-After', '1')
      throw new AppError('rate_limited', 'Too many requests at once. Try again in 1 s.')
    }
    underWay.set(account, count + 1)
    try {
      await next()
    } finally {
      const left = (underWay.get(account) ?? 1) - 1
      if (left > 0) underWay.set(account, left)
      else underWay.delete(account)
    }
  })
}
