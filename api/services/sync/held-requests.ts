import type { Context } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/** Ends a live request without changes: the process is stopping, or the account's teams changed. */
export const STOPPING = new AppError('sync_unavailable', 'The server is stopping.')

/** Longer than any shape server holds a live request open. */
const HELD_MAX_MS = 60_000

/** An open request that waits for changes. */
export interface HeldRequest {
  /**
   * Aborted when the client disconnects, the session ends, time runs out or a newer request
   * replaces it; for a live request also by `STOPPING`.
   */
  signal: AbortSignal
  /** Must be called when there are changes to send: from then on `STOPPING` does not abort it. */
  answers(): void
  /** Must be called when the response was sent. */
  release(): void
}

/**
 * Tracks open requests.
 * @param max how many live requests of a kind one session may hold open; a newer one ends the
 *   oldest, which usually belongs to a device that is gone
 */
export function heldRequests({ max }: { max: number }) {
  const open = new Map<string, Set<AbortController>>()

  /**
   * @param kind the kind of a live request, by which it is counted; a request without one runs to
   *   its end
   */
  return function hold(c: Context<AppEnv>, kind?: string): HeldRequest {
    const { account, actor, parts } = c.var
    const own = new AbortController()
    const end = (error: AppError) => own.abort(error)
    const gone = () => end(new AppError('invalid_input', 'The device has gone.'))
    const client = c.req.raw.signal
    client.addEventListener('abort', gone)
    if (client.aborted) gone()
    const timer = setTimeout(
      () => end(new AppError('sync_unavailable', 'The shape server takes too long.')),
      HELD_MAX_MS,
    )
    const unwatch = account
      ? parts.revocations.onRevoked(account.sessionId, () =>
          end(new AppError('authentication_required', 'Please sign in.')),
        )
      : () => {}
    const stop = () => end(STOPPING)
    const isLive = kind !== undefined
    const ended = isLive ? parts.metrics.held() : () => {}
    const forget = isLive ? take(`${account?.sessionId ?? actor.id} ${kind}`) : () => {}
    // The device repeats the request at once, which then uses the current teams.
    const unwatchTeams =
      isLive && account ? parts.revocations.onTeamsChanged(account, stop) : () => {}
    if (isLive) parts.stopping.addEventListener('abort', stop)
    if (isLive && parts.stopping.aborted) stop()
    const answers = () => {
      parts.stopping.removeEventListener('abort', stop)
      unwatchTeams()
    }
    return {
      signal: own.signal,
      answers,
      release() {
        client.removeEventListener('abort', gone)
        answers()
        clearTimeout(timer)
        unwatch()
        forget()
        ended()
      },
    }

    function take(key: string): () => void {
      const others = open.get(key) ?? new Set()
      open.set(key, others.add(own))
      const [oldest] = others
      if (others.size > max && oldest) {
        others.delete(oldest)
        // The response makes the device wait, or two devices with one session would end each
        // other's requests for ever.
        oldest.abort(new AppError('rate_limited', 'A newer request took its place.'))
      }
      return () => {
        others.delete(own)
        if (others.size === 0 && open.get(key) === others) open.delete(key)
      }
    }
  }
}
