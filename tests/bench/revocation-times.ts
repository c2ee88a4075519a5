import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#db/client.ts'
import { insertSubscriber } from './bench-account.ts'

const PAUSE_MS = 2_000
const LOOK_MS = 50
const MAX_MS = 90_000
const REFUSED = [401, 403, 502, 503]

interface Revocation {
  /** The time until every running process refused the session. */
  refusedMs: number
  /** The time until the request that it held open had ended. */
  heldMs: number
}

/**
 * Ends sessions one after the other, and measures how long they live on. Every process has seen each a
 * moment before, and one request of each is held open.
 */
export async function measureRevocations(options: {
  sql: Sql
  dataDir: string
  balancer: string
  processes: readonly string[]
  signal: AbortSignal
}): Promise<Revocation[]> {
  const { sql, dataDir, balancer, processes, signal } = options
  const revocations: Revocation[] = []
  while (!signal.aborted) {
    const account = await insertSubscriber(sql, dataDir)
    const { headers } = account
    /** The search is what a process remembers sessions for. Undefined where it does not run. */
    const statusAt = async (url: string) => {
      const answer = await fetch(`${url}/api/search`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{}',
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      return answer?.status
    }
    await Promise.all(processes.map(statusAt))
    const held = hold(balancer, headers)
    await sleep(PAUSE_MS)
    const endedAt = performance.now()
    await sql`delete from sessions where user_id = ${account.id}`
    const since = () => performance.now() - endedAt
    const refused = Promise.all(
      processes.map(async (url) => {
        while (since() < MAX_MS) {
          const status = await statusAt(url)
          // The response is that of a visitor; or the process is not running, and refuses
          // everybody.
          if (status === undefined || REFUSED.includes(status)) break
          await sleep(LOOK_MS)
        }
        return since()
      }),
    )
    const [times, heldMs] = await Promise.all([refused, held.then(since)])
    revocations.push({ refusedMs: Math.max(...times), heldMs })
  }
  return revocations
}

/** A live request that is asked again whenever it ends while its session lives. */
async function hold(url: string, headers: Record<string, string>): Promise<void> {
  let position = new URLSearchParams({ offset: '-1' })
  for (;;) {
    const answer = await fetch(`${url}/api/shapes/lists?${position}`, { headers }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer?.status === 401) return
    if (!answer?.ok) {
      position = new URLSearchParams({ offset: '-1' })
      await sleep(LOOK_MS * 4)
      continue
    }
    position = new URLSearchParams({
      handle: answer.headers.get('electric-handle') ?? '',
      offset: answer.headers.get('electric-offset') ?? '',
      live: 'true',
    })
  }
}
