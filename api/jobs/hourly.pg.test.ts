import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { connect, type Sql } from '#db/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { figureOf } from '#tests/support/figure-of.ts'
import { soon } from '#tests/support/soon.ts'
import { hourly } from './hourly.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
/** The connection pools of two processes. */
let pools: [Sql, Sql]
beforeAll(async () => {
  database = await testDatabase()
  pools = [connect(database.url, { max: 3 }), connect(database.url, { max: 3 })]
})
afterAll(async () => {
  for (const pool of pools) await pool.end({ timeout: 1 })
  await database.close()
})

afterEach(() => vi.useRealTimers())

const log = createLog('silent')
const metrics = createMetrics()
let runs: string[]
beforeEach(() => {
  runs = []
})

/** A job that runs until the test ends it. */
function job(name: string, by: string) {
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = async () => {
    runs.push(by)
    await isOver
  }
  return { job: { name, run }, end }
}

it('a job is run by one process at a time, and others run beside it', async () => {
  const [one, two] = [job('reports', 'one'), job('reports', 'two')]
  const stop = hourly({ sql: pools[0], log, metrics }, one.job)
  await soon(() => expect(runs).toEqual(['one']))
  const stopTwo = hourly({ sql: pools[1], log, metrics }, two.job)
  const other = job('other', 'other')
  const stopOther = hourly({ sql: pools[1], log, metrics }, other.job)
  await soon(() => expect(runs).toEqual(['one', 'other']))
  // By then the second process has found the lock taken.
  await soon(async () => expect(await locksWaitedFor()).toBe(0))
  expect(runs).toEqual(['one', 'other'])

  one.end()
  two.end()
  other.end()
  await Promise.all([stop(), stopTwo(), stopOther()])
  await soon(async () => expect(await locksHeld()).toBe(0))
  // The job is free again for the next hour, in either process.
  const next = job('reports', 'next')
  const stopNext = hourly({ sql: pools[1], log, metrics }, next.job)
  await soon(() => expect(runs).toEqual(['one', 'other', 'next']))
  next.end()
  await stopNext()
})

it('of two processes one runs a job each hour, and the other goes on when it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const start = (sql: Sql, by: string) => {
    const run = async () => void runs.push(by)
    return hourly({ sql, log, metrics }, { name: 'once', run })
  }
  const anHourPasses = async () => {
    await database.sql`update job_runs set ran_at = ran_at - interval '1 hour' where job = 'once'`
    vi.advanceTimersByTime(3_600_000)
  }
  const stopOne = start(pools[0], 'one')
  await soon(() => expect(runs).toEqual(['one']))
  await soon(async () => expect(await locksHeld()).toBe(0))
  const stopTwo = start(pools[1], 'two')
  await soon(() => expect(runs).toEqual(['one', 'two']))
  await soon(async () => expect(await locksHeld()).toBe(0))

  await anHourPasses()
  await soon(() => expect(runs).toHaveLength(3))
  await stopOne()
  await soon(async () => expect(await locksHeld()).toBe(0))
  expect(runs).toHaveLength(3)

  await anHourPasses()
  await soon(() => expect(runs).toHaveLength(4))
  expect(runs.at(-1)).toBe('two')
  await stopTwo()
})

it('one that fails, or whose process dies, leaves the lock free', async () => {
  const failing = {
    name: 'fails',
    run: () => Promise.reject(new Error('no')),
  }
  const stop = hourly({ sql: pools[0], log, metrics }, failing)
  await soon(async () => expect(await locksHeld()).toBe(0))
  await stop()

  const dying = connect(database.url, { max: 1 })
  const stopDying = hourly({ sql: dying, log, metrics }, job('dies', 'dying').job)
  await soon(() => expect(runs).toEqual(['dying']))
  void stopDying()
  await dying.end({ timeout: 0 })
  await soon(async () => expect(await locksHeld()).toBe(0))
})

async function locksHeld(): Promise<number> {
  const rows = await database.sql`
    select 1 from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`
  return rows.length
}

async function locksWaitedFor(): Promise<number> {
  const rows = await database.sql`
    select 1 from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%advisory_lock%'
      and pid <> pg_backend_pid()`
  return rows.length
}

it('waits for a run under way when it is stopped', async () => {
  const long = job('long', 'long')
  const stop = hourly({ sql: pools[0], log, metrics }, long.job)
  await soon(() => expect(runs).toEqual(['long']))
  const order: string[] = []
  const stopped = stop().then(() => order.push('stopped'))
  await soon(async () => expect(await locksHeld()).toBe(1))
  order.push('ended')
  long.end()
  await stopped
  expect(order).toEqual(['ended', 'stopped'])
  expect(await locksHeld()).toBe(0)
})

it('begins no job once it is stopped, of those that wait for their turn', async () => {
  const long = job('before', 'before')
  const stops = [long.job, job('behind', 'behind').job].map((each) =>
    hourly({ sql: pools[0], log, metrics }, each),
  )
  await soon(() => expect(runs).toEqual(['before']))
  const stopped = Promise.all(stops.map((stop) => stop()))
  long.end()
  await stopped
  expect(runs).toEqual(['before'])
})

it('tells when a job ran, how long it took and whether it failed, in the process that ran it', async () => {
  const [mine, others] = [createMetrics(), createMetrics()]
  const count = (of: typeof mine, name: string) =>
    figureOf(of, `clinidex_job_failures_total`, { job: name })
  const failing = {
    name: 'throws',
    run: () => Promise.reject(new Error('no')),
  }
  const startedAt = Date.now() / 1000
  const stopFailing = hourly({ sql: pools[0], log, metrics: mine }, failing)
  await soon(async () => expect(await count(mine, 'throws')).toBe(1))
  await stopFailing()

  const long = job('counted', 'one')
  const stop = hourly({ sql: pools[0], log, metrics: mine }, long.job)
  await soon(() => expect(runs).toEqual(['one']))
  await hourly({ sql: pools[1], log, metrics: others }, job('counted', 'two').job)()
  long.end()
  await stop()
  const ran = { job: 'counted' }
  expect(await figureOf(mine, 'clinidex_job_last_run_timestamp_seconds', ran)).toBeGreaterThan(
    startedAt,
  )
  expect(await figureOf(mine, 'clinidex_job_last_duration_seconds', ran)).toBeGreaterThan(0)
  expect(await count(mine, 'counted')).toBe(0)
  expect(runs).toEqual(['one'])
  expect(await figureOf(others, 'clinidex_job_last_run_timestamp_seconds', ran)).toBeUndefined()
})

it('the jobs of a process take turns, so that a small pool is not used up by their locks', async () => {
  const pool = connect(database.url, { max: 2 })
  const stops = ['first', 'second', 'third'].map((name) => {
    const run = async () => {
      // The run uses a connection beside that of its lock, as jobs do.
      await pool`select pg_sleep(0)`
      runs.push(name)
    }
    return hourly({ sql: pool, log, metrics }, { name, run })
  })
  await soon(() => expect(runs).toEqual(['first', 'second', 'third']))
  await Promise.all(stops.map((stop) => stop()))
  await pool.end()
})
