/*
 * Session-level advisory locks. At most one process holds the lock of a key; it ends with the
 * process, and needs no open transaction. Old and new releases run side by side, so keys must not
 * change.
 */
import type { ReservedSql } from 'postgres'
import { isConnectionLoss, type Sql } from './client.ts'

/** Runs work in one process at a time; other processes wait. */
export async function withLock<T>(sql: Sql, key: string, run: () => Promise<T>): Promise<T> {
  const session = await sql.reserve()
  try {
    await session`select pg_advisory_lock(hashtextextended(${key}, 0))`
    return await runAndUnlock(session, key, run)
  } finally {
    session.release()
  }
}

/**
 * Runs work unless another process holds the lock.
 * @param run receives the connection that holds the lock.
 * @returns whether it ran.
 */
export async function tryWithLock(
  sql: Sql,
  key: string,
  run: (session: Sql) => Promise<void>,
): Promise<boolean> {
  const session = await sql.reserve()
  try {
    const [lock] = await session<{ isAcquired: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${key}, 0)) as "isAcquired"`
    if (!lock?.isAcquired) return false
    await runAndUnlock(session, key, () => run(session))
    return true
  } finally {
    session.release()
  }
}

async function runAndUnlock<T>(
  session: ReservedSql,
  key: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } finally {
    await session`select pg_advisory_unlock(hashtextextended(${key}, 0))`.catch((error) => {
      // A lost connection has released the lock.
      if (!isConnectionLoss(error)) throw error
    })
  }
}
