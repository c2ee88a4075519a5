import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a run under way may take when the process stops; an aborted run is repeated after the
 * next start.
 */
const END_MS = 2_000

/** Waits for the end of a run, but no longer than a process may take to stop. */
export async function endOf(running: Promise<unknown>): Promise<void> {
  await Promise.race([running, sleep(END_MS, undefined, { ref: false })])
}
