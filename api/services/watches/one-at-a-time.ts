import type { Sql } from '#db/client.ts'

/**
 * Runs a job in one process at a time; another one waits. A session-level lock: it ends with the process
 * that holds it, and no transaction is open meanwhile.
 */
export async function oneAtATime<T>(sql: Sql, lock: string, run: () => Promise<T>): Promise<T> {
  const session = await sql.reserve()
  try {
    await session`select pg_advisory_lock(hashtextextended(${lock}, 0))`
    try {
      return await run()
    } finally {
      await session`select pg_advisory_unlock(hashtextextended(${lock}, 0))`
    }
  } finally {
    session.release()
  }
}
