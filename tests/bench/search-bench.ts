import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { databaseIdentity } from '#api/services/search/document-source.ts'
import { EmbeddedEngine } from '#api/services/search/embedded/embedded-engine.ts'
import { readSnapshot } from '#api/services/search/embedded/snapshot.ts'
import type { Sql } from '#db/client.ts'
import { Random } from '#db/generate/random.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { BASELINES, type Baseline, createBaselines, searchBaseline } from './baselines.ts'
import { measureTypesense, type TypesenseResult, type TypesenseServer } from './beside-typesense.ts'
import { HttpConnection } from './http-connection.ts'
import { type LoadResult, runLoad } from './load.ts'
import type { ProcessUsage } from './process-usage.ts'
import { PARTS, type Part } from './processor-parts.ts'
import { drawVisits, type Visit } from './query-mix.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { explainSlowest, type SlowQuery } from './slowest.ts'
import { type Spread, spread } from './statistics.ts'
import { measureTwoServers, type TwoServersResult } from './two-servers.ts'
import { measureUnderstanding, type UnderstandingTimes } from './understanding-bench.ts'
import { readVocabulary } from './vocabulary.ts'

export interface SearchBenchOptions {
  people: number
  /** The database and the index are created here once and kept for the next run. */
  dataDir: string
  /** Searches by one client. */
  queries: number
  /** Whether plain SQL is measured too; it takes minutes. */
  isWithBaselines: boolean
  /** Flags for the server's Node, such as `--cpu-prof`. */
  nodeArgs: string[]
  /** Measured beside the embedded engine, where it is given. */
  typesense: TypesenseServer | undefined
  onStep(text: string): void
  onProgress(done: number, total: number): void
}

export interface SearchBenchResult {
  people: number
  snapshotMb: number
  /** Time to build the index from the database until it answers; undefined where it existed. */
  buildSeconds: number | undefined
  /** The time from start to the first response: with a running database, and with a stopped one. */
  restartSeconds: number
  coldStartSeconds: number
  memory: { restMb: number; loadedMb: number; peakMb: number }
  oneClient: MeasuredLoad
  eightClients: MeasuredLoad
  withFacets: MeasuredLoad
  /** The same by two processes, four clients each. */
  twoServers: TwoServersResult
  typesense: TypesenseResult | undefined
  /** The load with a stubbed engine: the limit of middleware, validation and HTTP. */
  nullRoute: MeasuredLoad
  /** Processor time per query in ms by part of the server's main thread, and of its other threads. */
  parts: Record<Part | 'threads', number>
  /** Understanding sentences alone, over this directory's terms. */
  understanding: UnderstandingTimes
  /** Memory of the vocabulary beside the index: places, specialties, corrections. */
  vocabularyMb: number
  /** Suggestions through HTTP for beginnings of two letters and more. */
  suggesting: Spread & { queries: number }
  slowest: SlowQuery[]
  baselines: BaselineResult[]
}

export interface MeasuredLoad extends LoadResult {
  /** Processor time per query in ms; the load generator's is the client's. */
  cpu: { server: number; mainThread: number; database: number; client: number }
}

export interface BaselineResult extends Spread {
  baseline: Baseline
  queries: number
  perSecond: number
  /** The same searches through our engine and HTTP, by one client. */
  ours: Spread & { perSecond: number }
}

const FIRST_SEED = 1
const MIX_SEED = 2026
const CLIENTS = 8
/** Longest run of searches, or of one baseline. */
const LOAD_SECONDS = 300
const BASELINE_SECONDS = 60
const FACET_QUERIES = 1000
const PROFILED_QUERIES = 4000
/** Enough queries for the server's code to be compiled: before, it runs at a third of its speed. */
const WARM_UP_QUERIES = 2000
/** Idle time of a new server before its memory counts as "at rest". */
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
  const buildSeconds = isBuilt ? undefined : first.firstAnswerMs / 1000
  await first.stop('SIGTERM')
  onStep('Starting again …')
  let server = await startServerProcess(dataDir, { cookie: first.cookie })
  const coldStartSeconds = server.firstAnswerMs / 1000
  await server.stop('SIGKILL')
  server = await startServerProcess(dataDir, { cookie: first.cookie, nodeArgs: options.nodeArgs })
  const restartSeconds = server.firstAnswerMs / 1000
  // The measured process signs in, as any does: the authentication library leaves Node's async
  // hooks on.
  await server.signIn()
  const { loads, parts, suggesting, memory } = await measureServer(
    server,
    warmUp,
    visits,
    onStep,
  ).finally(() => server.stop('SIGTERM'))
  const { oneClient } = loads
  onStep('Searching, two processes …')
  const load = { visits, warmUp, clients: CLIENTS, seconds: LOAD_SECONDS }
  const twoServers = await measureTwoServers(dataDir, load)
  if (options.typesense) onStep('Searching by Typesense …')
  const typesense =
    options.typesense && (await measureTypesense(dataDir, people, options.typesense, load))

  const [slowest, { understanding, vocabularyMb }, baselines] = await withDatabase(
    dataDir,
    async (sql) => [
      await explainSlowest(sql, dataDir, visits, oneClient, server.collections),
      await understandingOf(sql, dataDir, visits),
      options.isWithBaselines ? await measureBaselines(sql, visits, oneClient, onStep) : [],
    ],
  )
  return {
    people,
    snapshotMb: (await stat(snapshot)).size / 1_000_000,
    buildSeconds,
    restartSeconds,
    coldStartSeconds,
    memory,
    ...loads,
    twoServers,
    typesense,
    parts,
    understanding,
    vocabularyMb,
    suggesting,
    slowest,
    baselines,
  }
}

type Loads = Pick<SearchBenchResult, 'oneClient' | 'eightClients' | 'withFacets' | 'nullRoute'>

/** Searches and suggestions through HTTP, and the server's resource usage. */
async function measureServer(
  server: ServerProcess,
  warmUp: Visit[],
  visits: Visit[],
  onStep: (text: string) => void,
): Promise<{ loads: Loads } & Pick<SearchBenchResult, 'parts' | 'suggesting' | 'memory'>> {
  await sleep(REST_MS)
  const restMb = server.usage().residentMb
  onStep('Searching, 1 client …')
  await measureLoad(server, { visits: warmUp, clients: 1, facets: false })
  const oneClient = await measureLoad(server, { visits, clients: 1, facets: false })
  onStep(`Searching, ${CLIENTS} clients …`)
  const eightClients = await measureLoad(server, { visits, clients: CLIENTS, facets: false })
  onStep('Searching with all facet counts …')
  const counted = visits.slice(0, FACET_QUERIES)
  const withFacets = await measureLoad(server, { visits: counted, clients: 1, facets: true })
  const suggesting = await measureSuggestions(server, visits)
  const { residentMb: loadedMb, peakMb } = server.usage()
  const memory = { restMb, loadedMb, peakMb }
  onStep('Searching, profiled, then without an engine …')
  const parts = await measureParts(server, visits.slice(0, PROFILED_QUERIES))
  await server.stubEngine()
  const nullRoute = await measureLoad(server, { visits, clients: CLIENTS, facets: false })
  return {
    loads: { oneClient, eightClients, withFacets, nullRoute },
    parts,
    suggesting,
    memory,
  }
}

/** A profile samples the main thread by the clock: on a busy machine waits count for their part. */
async function measureParts(
  server: ServerProcess,
  visits: Visit[],
): Promise<SearchBenchResult['parts']> {
  await server.profile()
  const { cpu } = await measureLoad(server, { visits, clients: CLIENTS, facets: false })
  const shares = await server.partShares()
  const parts = Object.fromEntries(PARTS.map((part) => [part, shares[part] * cpu.mainThread]))
  return { ...(parts as Record<Part, number>), threads: cpu.server - cpu.mainThread }
}

/** The time to understand the sentences among these searches, and the memory for it. */
async function understandingOf(
  sql: Sql,
  dataDir: string,
  visits: Visit[],
): Promise<Pick<SearchBenchResult, 'understanding' | 'vocabularyMb'>> {
  const path = join(dataDir, 'search', 'index.snapshot')
  const { data } = await readSnapshot(path, await databaseIdentity(sql))
  const engine = new EmbeddedEngine(data)
  const { terms, starts, places } = data.corrections
  const before = heapMb()
  await engine.vocabulary.prepare()
  const corrections = (terms.byteLength + starts.byteLength + places.byteLength) / 1_000_000
  const vocabularyMb = heapMb() - before + corrections
  const sentences = visits.flatMap(({ queryClass, body }) =>
    queryClass === 'sentence' ? (body.filters.query ?? []) : [],
  )
  const understanding = measureUnderstanding(sentences, engine.vocabulary)
  await engine.close()
  return { understanding, vocabularyMb }
}

/** Heap in use after a garbage collection. */
function heapMb(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1_000_000
}

/** Below the limit of one network. */
const SUGGESTIONS = 500

/** Beginnings of the values that searches use, letter by letter. */
async function measureSuggestions(
  { searchUrl, cookie }: ServerProcess,
  visits: Visit[],
): Promise<Spread & { queries: number }> {
  const typed = visits.flatMap(({ body: { filters } }) => {
    const { city = [], organization = [], specialty = [], query = '' } = filters
    return [...city, ...organization, ...specialty, query]
  })
  // The limit is stored in the database for ten minutes: each run has a network of its own.
  const address = `127.${process.pid % 250}.255.1`
  const connection = new HttpConnection(`${searchUrl}/suggest`, { Cookie: cookie }, address)
  const times: number[] = []
  for (const [index, text] of typed.slice(0, SUGGESTIONS).entries()) {
    const body = JSON.stringify({ text: text.slice(0, 2 + (index % 4)) })
    const startedAt = performance.now()
    const answer = await connection.post(body)
    times.push(performance.now() - startedAt)
    if (answer.status !== 200) throw new Error(`Suggestions answered ${answer.status}`)
  }
  connection.close()
  return { queries: times.length, ...spread(times) }
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
    // With more clients than one, a wait could not be attributed to a search.
    ...(order.clients === 1 ? { watched: { server: [pid], database } } : {}),
  })
  const after = server.usage()
  return {
    ...result,
    cpu: {
      server: (after.serverCpuMs - before.serverCpuMs) / result.queries,
      mainThread: (after.mainThreadCpuMs - before.mainThreadCpuMs) / result.queries,
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
