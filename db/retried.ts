/** Somebody may take the same rows in another order again, and be in the way once more. */
const MAX_TRIES = 10

/**
 * Runs a transaction. Of two that wait for each other PostgreSQL undoes one: if it is this one, it is
 * run again.
 */
export async function retried<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      const isDeadlock = (error as { code?: unknown }).code === '40P01'
      if (!isDeadlock || tries === MAX_TRIES) throw error
    }
  }
}
