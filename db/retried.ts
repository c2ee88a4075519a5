/** The most attempts: a retry may deadlock again. */
const MAX_TRIES = 10

/** Runs a transaction, and retries it when PostgreSQL rolls it back because of a deadlock. */
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
