import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/** The requests of one account in a process. */
interface Requests {
  running: number
  /** Starts the waiting ones, first come first served. */
  waiting: (() => void)[]
}

interface Limit {
  /** How many requests of an account run at once. */
  running: number
  /** How many more wait for their turn, before their body is read. */
  waiting: number
}

/**
 * Limits how many requests of one account a process runs at once, for requests that wait for each other
 * with a connection of the pool in hand: one account could take all of them.
 * @throws AppError `rate_limited`, with Retry-After, where too many wait already
 */
export function concurrencyLimit(limit: Limit) {
  const accounts = new Map<string, Requests>()
  return createMiddleware<AppEnv>(async function concurrencyLimit(c, next) {
    const { id } = c.var.actor
    if (id === null) return next()
    const requests = accounts.get(id) ?? { running: 0, waiting: [] }
    accounts.set(id, requests)
    if (requests.running < limit.running) requests.running += 1
    else if (requests.waiting.length < limit.waiting) {
      await new Promise<void>((start) => requests.waiting.push(start))
    } else {
      c.header('Retry-After', '1')
      throw new AppError('rate_limited', 'Too many requests at once. Try again in 1 s.')
    }
    try {
      await next()
    } finally {
      // The next one takes the place over.
      const start = requests.waiting.shift()
      if (start) start()
      else requests.running -= 1
      if (requests.running === 0) accounts.delete(id)
    }
  })
}
