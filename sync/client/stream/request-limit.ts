const MINUTE_MS = 60_000
/** The longest pause of somebody who gets nowhere. */
const PAUSE_MAX_MINUTES = 16
/** Failures in a row, however long each takes, after which there is a pause before every turn. */
const FAILURES_MAX = 5

/**
 * At most so many turns in any minute, for a stream that is sent back to its start for ever, and few
 * for one that cannot be understood: then a pause, which is twice as long each time until it gets
 * somewhere.
 */
export class RequestLimit {
  readonly #perMinute: number
  readonly #minuteMs: number
  #turns: number[] = []
  /** Failures and pauses since it last got somewhere. */
  #failures = 0
  #pauses = 0
  #pausedUntil = 0
  #wake = () => {}

  /** @param pauseScale what a minute is multiplied by. */
  constructor(perMinute: number, pauseScale = 1) {
    this.#perMinute = perMinute
    this.#minuteMs = MINUTE_MS * pauseScale
  }

  /** For a turn that does not count: nobody was asked, or it was one of many that are needed. */
  giveBack(): void {
    this.#turns.pop()
  }

  /** It was for something: the next pause is a short one. */
  succeeded(): void {
    this.#failures = 0
    this.#pauses = 0
  }

  /** What came was of no use. */
  failed(): void {
    this.#failures += 1
  }

  /** Ends what is left of a pause, but for the minute. */
  retryNow(): void {
    this.#pausedUntil = Math.min(this.#pausedUntil, this.#freeAt(performance.now()))
    this.#wake()
  }

  /** Takes a turn. `onPause` is called when it has to be waited for. */
  async take(signal: AbortSignal, onPause: () => void): Promise<void> {
    for (;;) {
      // Not by the clock: one that is set back would hold everybody up for as long.
      const now = performance.now()
      const freeAt = this.#freeAt(now)
      const isPaused = this.#pausedUntil > now
      const isStuck = this.#failures >= FAILURES_MAX
      if ((!isPaused && freeAt <= now && !isStuck) || signal.aborted) {
        this.#turns.push(now)
        return
      }
      if (!isPaused) {
        const minutes = Math.min(2 ** this.#pauses, PAUSE_MAX_MINUTES)
        const soonest = isStuck ? now + this.#minuteMs : freeAt
        this.#pausedUntil = soonest + (minutes - 1) * this.#minuteMs
        this.#pauses += 1
        if (isStuck) this.#failures = FAILURES_MAX - 1
      }
      onPause()
      await this.#pause(this.#pausedUntil - now, signal)
    }
  }

  /** When the minute has room for a turn. */
  #freeAt(now: number): number {
    this.#turns = this.#turns.filter((turn) => now - turn < this.#minuteMs)
    const [first = now] = this.#turns
    return this.#turns.length < this.#perMinute ? now : first + this.#minuteMs
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#wake = done
      signal.addEventListener('abort', done)
    })
  }
}
