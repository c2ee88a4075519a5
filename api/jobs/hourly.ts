import type { Parts } from '#api/context.ts'
import type { Metrics } from '#api/services/metrics/metrics.ts'
import { tryWithLock } from '#db/advisory-lock.ts'
import type { Sql } from '#db/client.ts'
import { Mutex } from '#sync/server/mutex.ts'
import { endOf } from './end-of.ts'

const HOUR_MS = 3_600_000

/**
 * A run that began less than this ago, in any process, counts as this hour's: processes start at
 * different times.
 */
const RECENT_S = 55 * 60

interface Job {
  /** The name of its lock and of its row in `job_runs`: the same in all processes and releases. */
  name: string
  /** A failed run is logged; the next one is an hour later in any case. */
  run(): Promise<unknown>
}

/**
 * The jobs of a pool run one after another: each holds a connection for its lock and needs others
 * for its work, so jobs that wait for each other could use up a small pool.
 */
const turns = new WeakMap<Sql, Mutex>()

/**
 * Runs a job now, because a previous process may have left work, and then every hour, unless
 * another process is running it or has run it in this hour.
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
        // The job may have been stopped while it waited for its turn: the pool is closed next.
        if (!isStopped) await runAlone(sql, measuredJob, isFirst)
      })
      .catch((err: unknown) => {
        // An aborted run fails because its database connection is closed.
        if (!isStopped) log.error({ err, job: job.name }, 'A job failed')
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

/** Runs a job and measures the run, which other processes do not count. */
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
 * @param isFirst this process's first run, which takes place even after another run in this hour
 */
async function runAlone(sql: Sql, { name, run }: Job, isFirst: boolean): Promise<void> {
  // The prefix distinguishes it from locks that the run itself takes: it would wait for itself for
  // ever.
  await tryWithLock(sql, `hourly:${name}`, async (session) => {
    // This is checked once the lock is held: the process that had it may just have run the job.
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
