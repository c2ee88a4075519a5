import type { Context } from 'hono'

/**
 * Runs a step of a request and adds its duration in ms to the response's `Server-Timing`, which
 * browsers show.
 * @param step a name that consists of letters.
 */
export async function timed<T>(c: Context, step: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const ms = (performance.now() - startedAt).toFixed(2)
    c.header('Server-Timing', `${step};dur=${ms}`, { append: true })
  }
}
