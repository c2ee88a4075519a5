/** A device's clock that is right within this is taken to be right: an answer's date has whole seconds. */
const TOLERANCE_MS = 60_000

let aheadMs = 0

/** Learns the server's time from an answer that no cache keeps. */
export function learnServerTime(headers: Headers): void {
  if (!headers.get('cache-control')?.includes('no-store')) return
  const time = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(time)) return
  const ahead = time - Date.now()
  aheadMs = Math.abs(ahead) > TOLERANCE_MS ? ahead : 0
}

/** The time by the server's clock, as far as it is known: what rows say happened is compared with it. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)
