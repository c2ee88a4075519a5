import { wait } from '#sync/client/wait.ts'

const MINUTE_MS = 60_000
/** The longest pause of a stream without progress. */
const PAUSE_MAX_MINUTES = 16
/** Consecutive failures, however long each takes, after which a pause precedes every turn. */
const FAILURES_MAX = 5

/**
 * Limits the turns per minute of a stream that is sent back to its start for ever, and more
 * strictly of one whose answers cannot be read. Past the limit it pauses, twice as long each time
 * until it makes progress.
 */
export class RequestLimit {
  private readonly minuteMs: number
  private turns: number[] = []
  /** Failures and pauses since the last progress. */
  private failures = 0
  private pauses = 0
  private pausedUntil = 0
  private wake = () => {}

  /** @param pauseScale factor on the minute. */
  constructor(
    private readonly perMinute: number,
    pauseScale = 1,
  ) {
    this.minuteMs = MINUTE_MS * pauseScale
  }

  /**
   * Takes back a turn that does not count, because no request was sent, or it was one of many that are
   * needed.
   */
  refund(): void {
    this.turns.pop()
  }

  /** Notes that the turn made progress: the next pause is a short one. */
  succeeded(): void {
    this.failures = 0
    this.pauses = 0
  }

  /** Notes that the turn's response was unusable. */
  failed(): void {
    this.failures += 1
  }

  /** Ends a pause, except for the minute's limit. */
  retryNow(): void {
    this.pausedUntil = Math.min(this.pausedUntil, this.freeAt(performance.now()))
    this.wake()
  }

  /** Takes a turn, after a pause where needed; `onPause` is called before each. */
  async take(signal: AbortSignal, onPause: () => void): Promise<void> {
    for (;;) {
      // The wall clock could be set back, and would prolong every pause by as much.
      const now = performance.now()
      const freeAt = this.freeAt(now)
      const isPaused = this.pausedUntil > now
      const isStuck = this.failures >= FAILURES_MAX
      if ((!isPaused && freeAt <= now && !isStuck) || signal.aborted) {
        this.turns.push(now)
        return
      }
      if (!isPaused) {
        const minutes = Math.min(2 ** this.pauses, PAUSE_MAX_MINUTES)
        const soonest = isStuck ? now + this.minuteMs : freeAt
        this.pausedUntil = soonest + (minutes - 1) * this.minuteMs
        this.pauses += 1
        if (isStuck) this.failures = FAILURES_MAX - 1
      }
      onPause()
      const woken = new AbortController()
      this.wake = () => woken.abort()
      await wait(this.pausedUntil - now, AbortSignal.any([signal, woken.signal]))
    }
  }

  /** When the minute has room for another turn. */
  private freeAt(now: number): number {
    this.turns = this.turns.filter((turn) => now - turn < this.minuteMs)
    const [first = now] = this.turns
    return this.turns.length < this.perMinute ? now : first + this.minuteMs
  }
}
