import { AppError } from '#sync/contract/errors.ts'

/*
 * Which tab of a user runs the device. A Web Lock decides, and passes on by itself when a tab
 * closes or dies. A tab can also freeze and keep the lock, so the leader answers pings:
 *
 *   waiting ── lock free ──► leading ── tab closes, freezes, or is stolen from ──► waiting
 *      └─ in view, and no pong for 2 s: steals ─►┘
 *      └─ of a newer build than a device that the server refuses as too old: steals ─►┘
 */

const PING_EVERY_MS = 500

/** How long the leader may be silent before a visible tab takes over. */
const SILENCE_MS = 2_000

export interface Lead {
  /** The lock was taken from a tab that did not answer and may wake up again. */
  isStolen: boolean
  /** Names the holder of the lock, for `leaderGuard`. */
  holder: string | undefined
}

/**
 * The check a device makes before each write: its tab may have slept while another one took the
 * lock.
 * @returns a function that rejects, and calls `onLost`, once another tab holds the lock.
 */
export function leaderGuard(
  name: string,
  holder: string | undefined,
  onLost: () => void,
): () => Promise<void> {
  return async () => {
    if ((await holderOf(name)) === holder) return
    onLost()
    throw new AppError('internal_error', 'Another tab runs the device.')
  }
}

async function holderOf(name: string): Promise<string | undefined> {
  const { held = [] } = await navigator.locks.query()
  return held.find((lock) => lock.name === name)?.clientId
}

/** A tab's part in deciding which one leads. */
interface Competing {
  /** Takes the lead from a tab that answers pings, but whose device is of no use. */
  steal(): void
  end(): void
}

/**
 * Waits for the lead, again and again until ended.
 * @param onLead begins to lead, and returns a function that ends it at once.
 */
export function competeForLead(name: string, onLead: (lead: Lead) => () => void): Competing {
  const pulse = new BroadcastChannel(`${name}.pulse`)
  /** Aborted to leave the queue for the lock, or to give the lock back. */
  let turn = new AbortController()
  let isClosed = false
  let isLeading = false
  let wantsToSteal = false
  let awake: Promise<unknown> | undefined
  let lastPongAt = performance.now()
  let lastTickAt = lastPongAt

  async function compete(): Promise<void> {
    while (!isClosed) {
      const isStolen = wantsToSteal
      wantsToSteal = false
      turn = new AbortController()
      const { signal } = turn
      try {
        await navigator.locks.request(name, isStolen ? { steal: true } : { signal }, async () => {
          const holder = await holderOf(name)
          if (signal.aborted) return
          isLeading = true
          // Runs synchronously, before another tab gets the lock.
          signal.addEventListener('abort', onLead({ isStolen, holder }))
          pulse.postMessage('pong')
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        })
      } catch (fault) {
        // This tab left the queue, or its lock was stolen: it does not lead.
        if (!(fault instanceof DOMException && fault.name === 'AbortError')) throw fault
      } finally {
        // The callback of a stolen lock still runs: it must not start to lead now.
        turn.abort()
        isLeading = false
      }
      await awake
      lastPongAt = performance.now()
    }
  }

  pulse.onmessage = ({ data }) => {
    if (data === 'pong') lastPongAt = performance.now()
    else if (isLeading) pulse.postMessage('pong')
  }

  function watch(): void {
    const now = performance.now()
    // A tab that slept or was busy cannot tell how long the leader was silent.
    const wasAway = now - lastTickAt > 2 * PING_EVERY_MS
    lastTickAt = now
    if (isLeading || wasAway || document.visibilityState !== 'visible') lastPongAt = now
    else if (now - lastPongAt < SILENCE_MS) pulse.postMessage('ping')
    else steal()
  }
  const timer = setInterval(watch, PING_EVERY_MS)

  function steal(): void {
    if (isLeading) return
    wantsToSteal = true
    turn.abort()
  }

  // A tab that is told of its freeze gives the lead up, and queues again when it resumes.
  function handleFreeze(): void {
    awake = new Promise((resolve) => document.addEventListener('resume', resolve, { once: true }))
    turn.abort()
  }
  document.addEventListener('freeze', handleFreeze)

  void compete()
  return {
    steal,
    end() {
      isClosed = true
      clearInterval(timer)
      document.removeEventListener('freeze', handleFreeze)
      pulse.close()
      turn.abort()
    },
  }
}
