import type { Logger } from 'pino'
import type { AppError } from '#sync/contract/errors.ts'

/** How often the cause of an outage is logged. */
const OUTAGE_MS = 60_000

/**
 * Logs the errors of requests that failed on the server's side. An unavailable part fails each
 * request of every device: its cause is logged once a minute, and one line for each request in
 * between.
 * @param error the thrown value
 */
export function errorLog(): (log: Logger, appError: AppError, error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (log, { status, message, cause }, error) => {
    if (status < 500) return
    const isAway = status === 503
    // A part that is still starting is not an error, and has no cause.
    const isKnown = cause === undefined || Date.now() < (loggedAt.get(message) ?? 0) + OUTAGE_MS
    if (isAway && isKnown) return log.warn(message)
    if (isAway) loggedAt.set(message, Date.now())
    log.error({ err: error })
  }
}
