import { wait } from '#sync/client/wait.ts'
import { ApiError } from '#web/lib/api-client.ts'

const TRIES_MORE = 2
const PAUSE_MS = 1000

/** Repeats a call that failed for want of a network: up to twice, a second apart. */
export async function retriedCall<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await make()
    } catch (error) {
      const isNetwork = error instanceof ApiError && isNetworkFault(error)
      if (!isNetwork || tries === TRIES_MORE) throw error
      await wait(PAUSE_MS)
    }
  }
}

/** Whether the server could not be reached. */
export function isNetworkFault({ code }: Pick<ApiError, 'code'>): boolean {
  return code === 'offline' || code === 'unreachable'
}
