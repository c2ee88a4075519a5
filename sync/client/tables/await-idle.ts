/** Without calls for this long, the device is idle. */
const IDLE_MS = 3_000
/** How long it may take to be idle, before its database is copied all the same. */
const IDLE_WITHIN_MS = 30_000

interface IdleWait {
  /** The device is called: it is not idle. */
  called(): void
  /** Removed rows have left bytes on the disk. */
  found(): void
  /** The device is open: the caller has it, and can close it. */
  opened(): void
}

/**
 * Has the database copied once the device is idle, and soon at the latest, after removed rows have left
 * bytes on the disk (`remains.ts`).
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
    // The caller closes the device, which it has only once it is open.
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
