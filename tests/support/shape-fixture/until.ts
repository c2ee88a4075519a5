import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds. @throws after a minute, with the last value */
export async function until<T>(
  look: () => T | Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    if (Date.now() > deadline) throw new Error(`It does not come to hold: ${JSON.stringify(value)}`)
    await sleep(10)
  }
}
