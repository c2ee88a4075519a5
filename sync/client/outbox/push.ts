import { wakeLoop } from '#sync/client/repeat.ts'
import { type Connection, UnreachableError } from '#sync/client/stream/connection.ts'
import { CONTRACT_VERSION, PUSH_MAX } from '#sync/contract/protocol.ts'
import { type MutationResult, type PushRequest, pushResponse } from '#sync/contract/wire.ts'
import type { Outbox } from './outbox.ts'

/** The server runs a full push well within a second; the rest allows for a slow connection. */
const TIMEOUT_MS = 60_000

interface PushOptions {
  userId: string
  connection: Connection
  outbox: Outbox
  /** Applies the answers; when it rejects, the mutations are sent again. */
  onResults(results: MutationResult[]): Promise<void>
  onFault(fault: unknown): void
  signal: AbortSignal
}

/**
 * Sends waiting mutations in order, one push at a time. A push without an answer is repeated with
 * the same ids, for ever: the server repeats its first answer.
 * @returns `wake`, which looks at the outbox again.
 */
export function startPush(options: PushOptions): { wake: () => void } {
  const { outbox, connection, signal, onFault } = options
  return wakeLoop(async (woken) => {
    const mutations = outbox.sendable(PUSH_MAX)
    if (mutations.length === 0) return woken
    try {
      await push(options, mutations)
    } catch (error) {
      if (error instanceof UnreachableError) return
      onFault(error)
      connection.failed()
    }
  }, signal)
}

async function push(
  { connection, userId, onResults, signal }: PushOptions,
  mutations: ReturnType<Outbox['sendable']>,
): Promise<void> {
  const response = await connection.send('/api/mutations', {
    json: {
      version: CONTRACT_VERSION,
      user_id: userId,
      sent_at: new Date().toISOString(),
      mutations,
    } satisfies PushRequest,
    timeoutMs: TIMEOUT_MS,
    signal,
    skipsProbe: true,
  })
  if (response.status !== 200) throw new TypeError(`A push was answered ${response.status}.`)
  const { results } = pushResponse.parse(await response.json())
  const sent = new Set(mutations.map((mutation) => mutation.id))
  // A proxy may have returned the response to another push.
  if (results.length !== sent.size || results.some((result) => !sent.has(result.id))) {
    throw new TypeError('The answer is not one to what was sent.')
  }
  await onResults(results)
}
