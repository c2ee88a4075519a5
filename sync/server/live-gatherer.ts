import { setMaxListeners } from 'node:events'
import type { LivePosition, LiveResponse } from '#sync/contract/wire.ts'
import { protocolHeaders } from './gatekeeper.ts'

type LiveAnswer = LiveResponse['shapes'][number]

/** How long a first response waits for others, because one change often touches several shapes. */
const CHANGE_GRACE_MS = 2

/**
 * How long a first response without news waits, because requests of one age end at slightly different
 * times.
 */
const QUIET_GRACE_MS = 500

/**
 * Sends the live requests of several shapes at once and returns once one has news, or all have
 * none, with the answers that are there by then. The other requests are aborted.
 * @param ask sends the live request of one shape.
 * @throws what the first failing request threw, or the signal's reason.
 */
export async function gatherLive(
  positions: readonly LivePosition[],
  ask: (position: LivePosition, signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<LiveAnswer[]> {
  const enough = new AbortController()
  const either = AbortSignal.any([signal, enough.signal])
  // Each position adds a listener: more than Node accepts without a warning of a leak.
  setMaxListeners(0, either)
  const answers: LiveAnswer[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => reject(signal.reason), { signal: enough.signal })
      const takeAnswer = async (position: LivePosition) => {
        const answer = await answerOf(position, await ask(position, either))
        if (enough.signal.aborted) return
        answers.push(answer)
        if (answers.length === positions.length) resolve()
        else setTimeout(resolve, hasChange(answer) ? CHANGE_GRACE_MS : QUIET_GRACE_MS).unref()
      }
      for (const position of positions) takeAnswer(position).catch(reject)
    })
    return answers
  } finally {
    enough.abort()
  }
}

async function answerOf({ name, owner }: LivePosition, response: Response): Promise<LiveAnswer> {
  const { status } = response
  const whose = owner === undefined ? {} : { owner }
  return { name, ...whose, status, headers: protocolHeaders(response), body: await response.text() }
}

/** Whether a response contains a change. Within a value the quotes would be escaped. */
function hasChange({ status, body }: LiveAnswer): boolean {
  return status === 409 || body.includes('"operation":')
}
