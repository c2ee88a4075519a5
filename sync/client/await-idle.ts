/** How long a device must be without calls to be idle. */
const IDLE_MS = 3_000
/** How long the device may take to become idle before its database is copied anyway. */
const IDLE_WITHIN_MS = 30_000

interface IdleWait {
  /** Notes a call: the device is not idle. */
  called(): void
  /** Notes that removed rows have left bytes on the disk. */
  found(): void
  /** Notes that the device is open, so that the caller can close it. */
  opened(): void
}

/**
 * Calls back to have the database copied when the device is idle, or after 30 s, once removed rows have
 * left bytes on the disk (`tables/remains.ts`).
 */
export function awaitIdle({
  onRemains,
  pauseScale,
  signal,
}: {
  onRemains: (() => void) | undefined
  /** Factor on all pauses. */
  pauseScale: number
  /** Ends the wait. */
  signal: AbortSignal
}): IdleWait {
  let isOpen = false
  let lastCallMs = performance.now()
  let sinceMs: number | undefined

  function check(sinceMs: number): void {
    if (signal.aborted) return
    const nowMs = performance.now()
    const isIdle = nowMs - lastCallMs >= IDLE_MS * pauseScale
    const isDue = isIdle || nowMs - sinceMs >= IDLE_WITHIN_MS * pauseScale
    // The caller can close the device only once it is open.
    if (isDue && isOpen) onRemains?.()
    else setTimeout(check, (IDLE_MS * pauseScale) / 3, sinceMs)
  }

  return {
    called() {
      lastCallMs = performance.now()
    },
    found() {
      if (sinceMs !== undefined) return
      sinceMs = performance.now()
      check(sinceMs)
    },
    opened() {
      isOpen = true
    },
  }
}
