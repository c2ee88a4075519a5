const MINUTE_MS = 60_000

/** At most so many turns in any minute: a stream that is sent back to its start for ever. */
export class RequestLimit {
  readonly #perMinute: number
  readonly #minuteMs: number
  #turns: number[] = []

  /** @param pauseScale what a minute is multiplied by. */
  constructor(perMinute: number, pauseScale = 1) {
    this.#perMinute = perMinute
    this.#minuteMs = MINUTE_MS * pauseScale
  }

  /** For a turn that does not count: nobody was asked, or it was one of many that are needed. */
  giveBack(): void {
    this.#turns.pop()
  }

  /** Takes a turn. `onPause` is called when it has to be waited for. */
  async take(signal: AbortSignal, onPause: () => void): Promise<void> {
    for (;;) {
      // Not by the clock: one that is set back would hold everybody up for as long.
      const now = performance.now()
      this.#turns = this.#turns.filter((turn) => now - turn < this.#minuteMs)
      const [first] = this.#turns
      if (first === undefined || this.#turns.length < this.#perMinute || signal.aborted) {
        this.#turns.push(now)
        return
      }
      onPause()
      await pause(first + this.#minuteMs - now, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
