import type { LivePosition, LiveResponse } from '#sync/contract/wire.ts'
import { protocolHeaders } from './gatekeeper.ts'

type LiveAnswer = LiveResponse['shapes'][number]

/** One change often touches several shapes: how long the second waits for the first to leave. */
const NEWS_GRACE_MS = 2

/** Requests of one age run out together, but not in the same moment. */
const QUIET_GRACE_MS = 500

/**
 * Asks for the live news of several shapes at once, and has done as soon as one has some, or all
 * have none: with the answers that are there by then. The other requests are given up.
 * @param ask the live request of one shape.
 * @throws what the first failing request threw, or the signal's reason.
 */
export async function gatherLive(
  positions: readonly LivePosition[],
  ask: (position: LivePosition, signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<LiveAnswer[]> {
  const enough = new AbortController()
  const either = AbortSignal.any([signal, enough.signal])
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
        else setTimeout(resolve, isNews(answer) ? NEWS_GRACE_MS : QUIET_GRACE_MS).unref()
      }
      for (const position of positions) takeAnswer(position).catch(reject)
    })
    return answers
  } finally {
    enough.abort()
  }
}

async function answerOf({ name }: LivePosition, response: Response): Promise<LiveAnswer> {
  const { status } = response
  return { name, status, headers: protocolHeaders(response), body: await response.text() }
}

/** Whether there is a change in it. Inside of a value the quotes would be escaped. */
function isNews({ status, body }: LiveAnswer): boolean {
  return status === 409 || body.includes('"operation":')
}
