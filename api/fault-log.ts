import type { Logger } from 'pino'
import type { AppError } from '#sync/contract/errors.ts'

/** How often the cause of an outage is logged. */
const OUTAGE_MS = 60_000

/**
 * Logs what a request failed with, where that is the server's fault. A part that is away fails each
 * request of every device: its cause is logged once a minute, and in between a line.
 * @param error as it was thrown
 */
export function faultLog(): (log: Logger, fault: AppError, error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (log, { status, message, cause }, error) => {
    if (status < 500) return
    const isAway = status === 503
    // That a part is being prepared is no fault, and has no cause.
    const isKnown = cause === undefined || Date.now() < (loggedAt.get(message) ?? 0) + OUTAGE_MS
    if (isAway && isKnown) return log.warn(message)
    if (isAway) loggedAt.set(message, Date.now())
    log.error({ err: error })
  }
}
