import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something holds. @throws after 25 s, with what was there last */
export async function until<T>(
  look: () => T | Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 25_000
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    if (Date.now() > deadline) throw new Error(`It does not come to hold: ${JSON.stringify(value)}`)
    await sleep(10)
  }
}
