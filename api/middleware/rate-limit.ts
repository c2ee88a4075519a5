import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../sync/contract/errors.ts'
import type { AppEnv } from '../context.ts'
import { clientNetwork, limitKey } from '../network.ts'

/** The caller's address, as the socket and our own proxies have it; empty without a socket (tests). */
export function networkOf(c: Context<AppEnv>): string {
  const { TRUSTED_PROXIES } = c.var.parts.env
  return clientNetwork(socketAddress(c), c.req.header('x-forwarded-for'), TRUSTED_PROXIES)
}

function socketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? ''
  } catch {
    return ''
  }
}

/**
 * Limits how often one network, or one account, may call a route.
 * @param options requests allowed per `seconds`; whose they are: a network's unless said otherwise.
 * @throws AppError `rate_limited`, with Retry-After.
 */
export function rateLimit(options: {
  requests: number
  seconds: number
  per?: 'network' | 'account'
}) {
  const limiter = new RateLimiterMemory({ points: options.requests, duration: options.seconds })
  return createMiddleware<AppEnv>(async function rateLimit(c, next) {
    try {
      const caller = options.per === 'account' ? c.var.actor.id : limitKey(networkOf(c))
      // Without an account there is nothing to count here; the network's limit holds.
      if (caller !== null) await limiter.consume(caller)
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      const seconds = Math.ceil(rejection.msBeforeNext / 1000)
      c.header('Retry-After', String(seconds))
      throw new AppError('rate_limited', `Too many requests. Try again in ${seconds} s.`)
    }
    await next()
  })
}
