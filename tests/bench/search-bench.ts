import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../db/client.ts'
import { Random } from '../../db/generate/random.ts'
import { seedDirectory } from '../../db/generate/seed-directory.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { BASELINES, type Baseline, createBaselines, searchBaseline } from './baselines.ts'
import { type LoadResult, runLoad } from './load.ts'
import type { ProcessUsage } from './process-usage.ts'
import { drawVisits, type Visit } from './query-mix.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { explainSlowest, type SlowQuery } from './slowest.ts'
import { type Spread, spread } from './statistics.ts'
import { readVocabulary } from './vocabulary.ts'

export interface SearchBenchOptions {
  people: number
  /** The database and the index are made here once and kept for the next run. */
  dataDir: string
  /** Searches at one client. */
  queries: number
  /** Whether plain SQL is measured too; it takes minutes. */
  isWithBaselines: boolean
  /** Flags for the server's Node, as `--cpu-prof`. */
  nodeArgs: string[]
  onStep(text: string): void
  onProgress(done: number, total: number): void
}

export interface SearchBenchResult {
  people: number
  snapshotMb: number
  /** Index built and answering, from nothing but the database; undefined when it was there. */
  buildSeconds: number | undefined
  /** From start to first answer: with the database up, and with the database started too. */
  restartSeconds: number
  coldStartSeconds: number
  memory: { restMb: number; loadedMb: number; peakMb: number }
  oneClient: MeasuredLoad
  eightClients: MeasuredLoad
  withFacets: MeasuredLoad
  slowest: SlowQuery[]
  baselines: BaselineResult[]
}

export interface MeasuredLoad extends LoadResult {
  /** Processor time per query in ms; the load generator's is the client's. */
  cpu: { server: number; database: number; client: number }
}

export interface BaselineResult extends Spread {
  baseline: Baseline
  queries: number
  perSecond: number
  /** Of the same searches through our engine and HTTP, at one client. */
  ours: Spread & { perSecond: number }
}

const FIRST_SEED = 1
const MIX_SEED = 2026
const CLIENTS = 8
/** Longest that one run of searches may take, and one baseline. */
const LOAD_SECONDS = 300
const BASELINE_SECONDS = 60
const FACET_QUERIES = 1000
/** Until the server's code is compiled: it runs at a third of its speed before. */
const WARM_UP_QUERIES = 2000
/** How long a fresh server is left alone before its memory counts as "at rest". */
const REST_MS = 3000

/** Measures search through HTTP over a directory of one size. */
export async function benchSearch(options: SearchBenchOptions): Promise<SearchBenchResult> {
  const { people, dataDir, queries, onStep, onProgress } = options
  onStep(`${people.toLocaleString('en')} people: opening ${dataDir} …`)
  const { warmUp, visits } = await withDatabase(dataDir, async (sql) => {
    const [someone] = await sql`select 1 from candidates limit 1`
    if (!someone) await seedDirectory(sql, { people, seed: FIRST_SEED, onProgress })
    if (options.isWithBaselines) await createBaselines(sql)
    const source = drawVisits(new Random(MIX_SEED), await readVocabulary(sql))
    return { warmUp: takeVisits(source, WARM_UP_QUERIES), visits: takeVisits(source, queries) }
  })

  const snapshot = join(dataDir, 'search', 'index.snapshot')
  const isBuilt = await stat(snapshot).catch(() => undefined)
  const first = await startServerProcess(dataDir, { onProgress })
  const { cookie } = first
  const buildSeconds = isBuilt ? undefined : first.firstAnswerMs / 1000
  await first.stop('SIGTERM')
  onStep('Starting again …')
  let server = await startServerProcess(dataDir, { cookie })
  const coldStartSeconds = server.firstAnswerMs / 1000
  await server.stop('SIGKILL')
  server = await startServerProcess(dataDir, { cookie, nodeArgs: options.nodeArgs })
  const restartSeconds = server.firstAnswerMs / 1000
  await sleep(REST_MS)
  const restMb = server.usage().residentMb

  onStep('Searching, 1 client …')
  await measureLoad(server, { visits: warmUp, clients: 1, facets: false })
  const oneClient = await measureLoad(server, { visits, clients: 1, facets: false })
  onStep(`Searching, ${CLIENTS} clients …`)
  const eightClients = await measureLoad(server, { visits, clients: CLIENTS, facets: false })
  onStep('Searching with all facet counts …')
  const withFacets = await measureLoad(server, {
    visits: visits.slice(0, FACET_QUERIES),
    clients: 1,
    facets: true,
  })
  const { residentMb: loadedMb, peakMb } = server.usage()
  await server.stop('SIGTERM')

  const [slowest, baselines] = await withDatabase(dataDir, async (sql) => [
    await explainSlowest(sql, dataDir, visits, oneClient, server.collections),
    options.isWithBaselines ? await measureBaselines(sql, visits, oneClient, onStep) : [],
  ])
  return {
    people,
    snapshotMb: (await stat(snapshot)).size / 1_000_000,
    buildSeconds,
    restartSeconds,
    coldStartSeconds,
    memory: { restMb, loadedMb, peakMb },
    oneClient,
    eightClients,
    withFacets,
    slowest,
    baselines,
  }
}

/** At least this many queries: a visit is one or two. */
function takeVisits(source: Iterator<Visit, never>, queries: number): Visit[] {
  const visits: Visit[] = []
  while (visits.length < queries) visits.push(source.next().value)
  return visits
}

async function withDatabase<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database: Database = await openDatabase({ dataDir })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

async function measureLoad(
  server: ServerProcess,
  order: { visits: Visit[]; clients: number; facets: boolean },
): Promise<MeasuredLoad> {
  const before: ProcessUsage = server.usage()
  const { server: pid, database } = server.processes()
  const result = await runLoad({
    url: server.searchUrl,
    cookie: server.cookie,
    seconds: LOAD_SECONDS,
    ...order,
    // With more clients than one, nobody could tell whose search it was that waited.
    ...(order.clients === 1 ? { watched: { server: [pid], database } } : {}),
  })
  const after = server.usage()
  return {
    ...result,
    cpu: {
      server: (after.serverCpuMs - before.serverCpuMs) / result.queries,
      database: (after.databaseCpuMs - before.databaseCpuMs) / result.queries,
      client: result.cpuMs / result.queries,
    },
  }
}

async function measureBaselines(
  sql: Sql,
  visits: Visit[],
  { answered }: LoadResult,
  onStep: (text: string) => void,
): Promise<BaselineResult[]> {
  const results: BaselineResult[] = []
  for (const baseline of BASELINES) {
    onStep(`The same searches by ${baseline} …`)
    const times: number[] = []
    const startedAt = performance.now()
    const isOver = () => (performance.now() - startedAt) / 1000 > BASELINE_SECONDS
    for (const { body } of visits) {
      if (isOver()) break
      const askedAt = performance.now()
      await searchBaseline(sql, baseline, body)
      times.push(performance.now() - askedAt)
    }
    const ours = answered
      .filter(({ visit, page }) => page === 1 && visit < times.length)
      .map(({ ms }) => ms)
    results.push({
      baseline,
      queries: times.length,
      ...spread(times),
      perSecond: rate(times),
      ours: { ...spread(ours), perSecond: rate(ours) },
    })
  }
  return results
}

function rate(times: number[]): number {
  return (times.length * 1000) / times.reduce((sum, ms) => sum + ms, 0)
}
