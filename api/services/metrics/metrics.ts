import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Histogram bounds of responses, which range from a health check to an export. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Histogram bounds of searches, most of which take less than a millisecond in the embedded engine.
 */
const SEARCH_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Histogram bounds of the time from a change's commit to waiting devices. */
const DELIVERY_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/**
 * Histogram bounds of the time in a device's outbox: from an online edit to one made a week before
 * the network returned.
 */
const OUTBOX_SECONDS = [0.1, 0.5, 1, 5, 30, 60, 600, 3_600, 21_600, 86_400, 604_800]

/** The methods that the app uses; Node's HTTP parser accepts three dozen. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type EngineName = 'embedded' | 'typesense'

/** A service of another company, or one that the operator runs. */
type OutsideService = 'mail' | 'stripe' | 'ai' | 'push'

const SERVICES: readonly OutsideService[] = ['mail', 'stripe', 'ai', 'push']

/**
 * The metrics of this process. Privacy: labels are names from the code (route patterns, jobs,
 * engines), never parts of a request, so that no metric names a person and their number is bounded.
 */
export interface Metrics {
  registry: Registry
  /**
   * Records a response.
   * @param route the route's pattern
   * @param ms the time until its headers
   */
  answered(answer: { route: string; method: string; status: number; ms: number }): void
  /** Records a search by an engine. */
  searched(engine: EngineName, ms: number): void
  /** Records a read of people: from the search index or, with a replica configured, from a server. */
  directoryRead(from: 'index' | 'replica' | 'primary'): void
  /**
   * Records a change that reached the response of a live request.
   * @param ms the time since its commit
   */
  delivered(ms: number): void
  /**
   * Records a mutation that a device pushed.
   * @param ms how long it had waited in the outbox
   */
  pushed(ms: number): void
  /**
   * Records an open live request.
   * @returns must be called when it ends
   */
  held(): () => void
  /** Registers an hourly job, so that its failures are counted from zero. */
  job(name: string): {
    /** Records the end of a run. */
    ran(run: { ms: number; isFailed: boolean }): void
  }
  /** Records a failed call of a service. */
  failed(service: OutsideService): void
}

/** Creates the metrics of one process, in their own registry. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'clinidex_http_request_duration_seconds',
    help: 'Time until the headers of an answer, by pattern of route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const searches = new Histogram({
    name: 'clinidex_search_duration_seconds',
    help: 'Time of an engine for a search that it answered, those of watches included.',
    labelNames: ['engine'],
    buckets: SEARCH_SECONDS,
    registers,
  })
  const directoryReads = new Counter({
    name: 'clinidex_directory_reads_total',
    help: 'Reads of the public directory by what answered: the search index, or a server where there is a replica.',
    labelNames: ['from'],
    registers,
  })
  const deliveries = new Histogram({
    name: 'clinidex_sync_delivery_seconds',
    help: 'Time from a commit to its answer of a live request that waited; embedded shape server.',
    buckets: DELIVERY_SECONDS,
    registers,
  })
  const outbox = new Histogram({
    name: 'clinidex_outbox_age_seconds',
    help: 'Age of mutations as a device pushes them, by its own clock; repeated pushes count again.',
    buckets: OUTBOX_SECONDS,
    registers,
  })
  const heldNow = new Gauge({
    name: 'clinidex_held_requests',
    help: 'Live requests that are held open now.',
    registers,
  })
  const jobRun = new Gauge({
    name: 'clinidex_job_last_run_timestamp_seconds',
    help: 'When the last run of an hourly job in this process ended.',
    labelNames: ['job'],
    registers,
  })
  const jobDuration = new Gauge({
    name: 'clinidex_job_last_duration_seconds',
    help: 'How long the last run of an hourly job in this process took.',
    labelNames: ['job'],
    registers,
  })
  const jobFailures = new Counter({
    name: 'clinidex_job_failures_total',
    help: 'Runs of an hourly job that failed.',
    labelNames: ['job'],
    registers,
  })
  const failures = new Counter({
    name: 'clinidex_outside_failures_total',
    help: 'Calls of an outside service that failed.',
    labelNames: ['service'],
    registers,
  })
  for (const service of SERVICES) failures.inc({ service }, 0)
  return {
    registry,
    answered({ route, method, status, ms }) {
      const known = METHODS.has(method) ? method : 'other'
      requests.observe({ route, method: known, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
    },
    searched: (engine, ms) => searches.observe({ engine }, ms / 1000),
    directoryRead: (from) => directoryReads.inc({ from }),
    delivered: (ms) => deliveries.observe(Math.max(0, ms) / 1000),
    pushed: (ms) => outbox.observe(Math.max(0, ms) / 1000),
    held() {
      heldNow.inc()
      let isHeld = true
      return () => {
        if (isHeld) heldNow.dec()
        isHeld = false
      }
    },
    job(job) {
      jobFailures.inc({ job }, 0)
      return {
        ran({ ms, isFailed }) {
          jobRun.set({ job }, Date.now() / 1000)
          jobDuration.set({ job }, ms / 1000)
          if (isFailed) jobFailures.inc({ job })
        },
      }
    },
    failed: (service) => failures.inc({ service }),
  }
}

/** Adds metrics of the process itself: CPU, memory, event loop lag, garbage collection. */
export function addProcess({ registry }: Pick<Metrics, 'registry'>): void {
  collectDefaultMetrics({ register: registry })
}
