import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { AppEnv } from '#api/context.ts'
import { limitKey, networkOf } from '#api/network.ts'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'

interface Limit {
  requests: number
  seconds: number
  /** The key that requests are counted by: the network (the default) or the account. */
  per?: 'network' | 'account'
  /**
   * The name under which all processes count together, which takes a write per request. Without it
   * each process counts alone, which needs no query and is enough against floods.
   */
  shared?: string
  /** Whether the route serves visitors too, who are counted as accounts are. */
  isForVisitors?: boolean
  /**
   * For a shared limit: how many requests a process reserves from the count at a time, so that it
   * writes once for that many. All processes together never admit more than the limit; a caller
   * whose requests are spread over them is refused earlier, by the requests they reserved and did
   * not use.
   */
  batch?: number
}

/**
 * Limits how often one network, or one account, may call a route.
 * @throws AppError `rate_limited`, with Retry-After.
 */
export function rateLimit(options: Limit) {
  const { requests: points, seconds: duration, shared, isForVisitors = false, batch = 1 } = options
  const own = new RateLimiterMemory({ points, duration })
  const inDatabase = new WeakMap<Sql, SharedLimit>()
  const together = (sql: Sql, keyPrefix: string) => {
    const known = inDatabase.get(sql)
    if (known) return known
    const limiter = new SharedLimit(sharedLimiter(sql, { points, duration, keyPrefix }), batch)
    inDatabase.set(sql, limiter)
    return limiter
  }
  const consume = async (caller: string, { actor, parts: { sql } }: AppEnv['Variables']) => {
    // A visitor whom the route refuses anyway is not worth a write.
    const isOwn = shared === undefined || (actor.id === null && !isForVisitors)
    if (isOwn) await own.consume(caller)
    else await together(sql, shared).consume(caller)
  }
  return createMiddleware<AppEnv>(async function rateLimit(c, next) {
    try {
      const account = c.var.account?.countsAs ?? c.var.actor.id
      const caller = options.per === 'account' ? account : limitKey(networkOf(c))
      // A visitor has no account to count by; the limit of the network applies.
      if (caller !== null) await consume(caller, c.var)
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      const seconds = Math.ceil(rejection.msBeforeNext / 1000)
      c.header('Retry-After', String(seconds))
      throw new AppError('rate_limited', `Too many requests. Try again in ${inWords(seconds)}.`)
    }
    await next()
  })
}

/**
 * The most callers with a reserved batch; beyond it all batches are dropped, which only refuses a
 * caller earlier.
 */
const BATCHES_MAX = 50_000

/** A limit that all processes count together, in batches. */
class SharedLimit {
  private readonly batches = new Map<string, { left: number; until: number }>()

  constructor(
    private readonly limiter: RateLimiterPostgres,
    private readonly size: number,
  ) {}

  /** @throws RateLimiterRes */
  async consume(caller: string): Promise<void> {
    const batch = this.valid(caller)
    if (batch && batch.left > 0) {
      batch.left -= 1
      return
    }
    const { msBeforeNext } = await this.limiter.consume(caller, this.size)
    if (this.size === 1) return
    if (this.batches.size >= BATCHES_MAX) this.batches.clear()
    // Another request may have used one in the meantime.
    const left = (this.valid(caller)?.left ?? 0) + this.size - 1
    this.batches.set(caller, { left, until: performance.now() + msBeforeNext })
  }

  private valid(caller: string) {
    const batch = this.batches.get(caller)
    return batch && batch.until > performance.now() ? batch : undefined
  }
}

/** A duration in words: "12 s", "9 minutes", "7 hours". */
function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** A limiter of all processes together, which counts in `rate_limits`. */
export function sharedLimiter(
  sql: Sql,
  limit: { points: number; duration: number; keyPrefix: string },
) {
  return new RateLimiterPostgres({
    ...limit,
    // The part of a `pg` pool that the limiter uses.
    storeClient: {
      query: async ({ text, values }: { text: string; values: (string | number)[] }) => ({
        rows: await sql.unsafe(text, values, { prepare: true }),
      }),
    },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Further requests of a caller over the limit cost no query.
    inMemoryBlockOnConsumed: limit.points,
  })
}
