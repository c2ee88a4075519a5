import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#api/log.ts'
import { testDatabase } from '#tests/support/database.ts'
import { soon } from '#tests/support/soon.ts'
import { onNotice } from './on-notice.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('waits for a run under way when it is stopped, and begins no other', async () => {
  const { sql } = database
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  const order: string[] = []
  const run = async () => {
    order.push('begun')
    await isOver
    order.push('ended')
  }
  const job = { name: 'news', channel: 'news', run }
  const stop = onNotice({ sql, log: createLog('silent') }, job)
  // Waits until it listens; notifications after the first are queued behind it.
  await soon(async () => {
    await sql.notify('news', '')
    expect(order).toEqual(['begun'])
  })
  await sql.notify('news', '')
  const stopped = stop().then(() => order.push('stopped'))
  await soon(async () => expect(await listeners()).toBe(0))
  end()
  await stopped
  expect(order).toEqual(['begun', 'ended', 'stopped'])
})

async function listeners(): Promise<number> {
  const rows = await database.sql`
    select 1 from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  return rows.length
}
