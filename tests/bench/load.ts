import { forkScript } from '#api/services/fork-script.ts'
import type { Answered, LoadJob, LoadMessage } from './load-process.ts'
import { CLASSES, type QueryClass } from './query-mix.ts'
import { ascending, percentile, type Spread, spread } from './statistics.ts'

/** The result of a run of searches. */
export interface LoadResult {
  queries: number
  seconds: number
  /** Processor time of the load generator itself. */
  cpuMs: number
  perSecond: number
  all: ClassResult
  classes: Record<QueryClass, ClassResult>
  /** The hits of first pages, not of later ones. */
  hits: { total: number; median: number; zeroShare: number }
  /** Median of each step in ms; "other" is time without a named step. */
  steps: Steps
  /** Times without waits for a processor; only where those were watched. */
  withoutWaits?: Spread
  answered: Answered[]
}

/** Steps of a search in `Server-Timing`, in ms. */
const STEPS = ['session', 'understand', 'engine', 'page'] as const
export type Steps = Record<(typeof STEPS)[number] | 'other', number>

interface ClassResult extends Spread {
  queries: number
  /** Apart from processor time, the rate of one client alone. */
  perSecondPerClient: number
}

/** Runs searches against a server from a process of its own. @throws when any answer is not 200. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const { answered, seconds, cpuMs } = await generate(job)
  const firstPages = answered.filter(({ page }) => page === 1).map(({ hits }) => hits)
  const ofClass = (queryClass: QueryClass) =>
    answered.filter(({ visit }) => job.visits[visit]?.queryClass === queryClass)
  return {
    queries: answered.length,
    seconds,
    cpuMs,
    perSecond: answered.length / seconds,
    all: classResult(answered),
    classes: Object.fromEntries(
      CLASSES.map((queryClass) => [queryClass, classResult(ofClass(queryClass))]),
    ) as Record<QueryClass, ClassResult>,
    hits: {
      total: firstPages.reduce((sum, hits) => sum + hits, 0),
      median: percentile(ascending(firstPages), 0.5),
      zeroShare: firstPages.filter((hits) => hits === 0).length / Math.max(1, firstPages.length),
    },
    steps: medianSteps(answered),
    ...(job.watched ? { withoutWaits: spread(answered.map(withoutWaits)) } : {}),
    answered,
  }
}

export function stepsOf({ steps, ms }: Answered): Steps {
  const [session, understand, engine, page] = STEPS.map((step) =>
    Number(new RegExp(`${step};dur=([\\d.]+)`).exec(steps)?.[1] ?? 0),
  ) as [number, number, number, number]
  return { session, understand, engine, page, other: ms - session - understand - engine - page }
}

function medianSteps(answered: Answered[]): Steps {
  const all = answered.map(stepsOf)
  const median = (step: keyof Steps) => percentile(ascending(all.map((steps) => steps[step])), 0.5)
  return {
    session: median('session'),
    understand: median('understand'),
    engine: median('engine'),
    page: median('page'),
    other: median('other'),
  }
}

function withoutWaits({ ms, waits }: Answered): number {
  const { server = 0, database = 0, client = 0 } = waits ?? {}
  return Math.max(0, ms - server - database - client)
}

function classResult(answered: Answered[]): ClassResult {
  const times = answered.map(({ ms }) => ms)
  const total = times.reduce((sum, ms) => sum + ms, 0)
  return {
    queries: times.length,
    ...spread(times),
    perSecondPerClient: total > 0 ? (times.length * 1000) / total : 0,
  }
}

function generate(job: LoadJob): Promise<Exclude<LoadMessage, { error: string }>> {
  return new Promise((resolve, reject) => {
    const child = forkScript(new URL('./load-process.ts', import.meta.url))
    child.on('message', (message: LoadMessage) => {
      if ('error' in message) reject(new Error(message.error))
      else resolve(message)
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`The load generator ended with ${code}.`)))
    child.send(job)
  })
}
