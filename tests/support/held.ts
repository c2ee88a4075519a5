import { expect } from 'vitest'
import type { Sql } from '#db/client.ts'
import { soon } from './soon.ts'

/** Waits until work is done, or so many statements of the database wait for a lock. */
export async function held(sql: Sql, work: Promise<unknown>, waits = 1): Promise<void> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  await soon(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    expect(isDone || waiting.length >= waits).toBe(true)
  })
}
