import type { Parts } from '#api/context.ts'
import type { Metrics } from '#api/services/metrics/metrics.ts'
import { tryWithLock } from '#db/advisory-lock.ts'
import type { Sql } from '#db/client.ts'
import { Mutex } from '#sync/server/mutex.ts'
import { endOf } from './end-of.ts'

const HOUR_MS = 3_600_000

/** A run that began less than this ago, in any process, is this hour's: processes do not start in step. */
const RECENT_S = 55 * 60

interface Job {
  /** The lock's name, the same in all processes and releases. */
  name: string
  run(): Promise<unknown>
  /** The log message of a failed run; the next run is an hour later in any case. */
  failure: string
}

/**
 * The jobs of a pool run one after another: each holds a connection for its lock and needs others for
 * its work, and a small pool would be used up by all of them waiting.
 */
const turns = new WeakMap<Sql, Mutex>()

/**
 * Runs a job now, for a process that ended may have left work, and then every hour: unless another
 * process is running it or has run it in this hour.
 * @returns stops the job, and waits for a run under way.
 */
export function hourly(
  { sql, log, metrics }: Pick<Parts, 'sql' | 'log' | 'metrics'>,
  job: Job,
): () => Promise<void> {
  const figures = metrics.job(job.name)
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const turn = turns.get(sql) ?? new Mutex()
  turns.set(sql, turn)
  const measuredJob = { ...job, run: () => measured(job, figures) }
  const run = ({ isFirst }: { isFirst: boolean }) => {
    running = turn
      .run(async () => {
        // The stop may have come while it waited for its turn: the pool is closed next.
        if (!isStopped) await runAlone(sql, measuredJob, isFirst)
      })
      .catch((err: unknown) => {
        // An aborted run fails because its database connection is closed.
        if (!isStopped) log.error({ err }, job.failure)
      })
  }
  run({ isFirst: true })
  const timer = setInterval(run, HOUR_MS, { isFirst: false })
  timer.unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await endOf(running)
  }
}

/** A run in this process, which other processes do not count. */
async function measured({ run }: Job, figures: ReturnType<Metrics['job']>): Promise<void> {
  const startedAt = performance.now()
  let isFailed = true
  try {
    await run()
    isFailed = false
  } finally {
    figures.ran({ ms: performance.now() - startedAt, isFailed })
  }
}

/**
 * Runs a job unless another process is running it, or has run it in this hour.
 * @param isFirst this process's first run, which is not left out for one of this hour.
 */
async function runAlone(sql: Sql, { name, run }: Job, isFirst: boolean): Promise<void> {
  // The prefix sets it apart from the locks that a run takes itself: it would wait for its own forever.
  await tryWithLock(sql, `hourly:${name}`, async (session) => {
    // Once the lock is held: the process that had it may have run the job just now.
    const [now] = await session<{ at: Date; hasRun: boolean }[]>`
      select now() as at, exists (
        select from job_runs
        where job = ${name} and ran_at > now() - make_interval(secs => ${RECENT_S})) as "hasRun"`
    if (!now || (now.hasRun && !isFirst)) return
    await run()
    await session`
      insert into job_runs (job, ran_at) values (${name}, ${now.at})
      on conflict (job) do update set ran_at = excluded.ran_at`
  })
}
