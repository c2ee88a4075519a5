import { wait } from '#sync/client/wait.ts'
import { ApiError } from './api-client.ts'

const TRIES_MORE = 2
const PAUSE_MS = 1000

/**
 * Repeats a read that did not reach the server: up to twice, a second apart. A network that has just
 * returned often refuses the first request. A device that is offline is not asked again.
 */
export async function retriedCall<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await make()
    } catch (error) {
      const isUnreached = error instanceof ApiError && error.code === 'unreachable'
      if (!isUnreached || tries === TRIES_MORE) throw error
      await wait(PAUSE_MS)
    }
  }
}
