import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '#api/env.ts'
import { adminReport, benchAdmin } from '#tests/bench/admin-bench.ts'
import { benchFirstStart, firstStartReport } from '#tests/bench/first-start-bench.ts'
import { benchImport, importReport } from '#tests/bench/import-bench.ts'
import { benchLocal, localReport } from '#tests/bench/local-bench.ts'
import { benchLocalBrowser, localBrowserReport } from '#tests/bench/local-browser-bench.ts'
import { machineFacts, machineLine } from '#tests/bench/machine.ts'
import { benchPainted, paintedReport } from '#tests/bench/painted-bench.ts'
import { benchRegistry, registryReport } from '#tests/bench/registry-bench.ts'
import { growthReport, searchReport } from '#tests/bench/report.ts'
import { benchRestarts, benchScale, restartsReport, scaleReport } from '#tests/bench/scale-bench.ts'
import { benchSearch, type SearchBenchResult } from '#tests/bench/search-bench.ts'
import { benchShapes, shapeReport } from '#tests/bench/shape-bench.ts'
import { benchSustained, sustainedReport } from '#tests/bench/sustained-bench.ts'
import { benchTeam, teamReport } from '#tests/bench/team-bench.ts'
import { benchTypesense, typesenseReport } from '#tests/bench/typesense-bench.ts'
import { benchWatches, watchReport } from '#tests/bench/watch-bench.ts'
import { benchWeb, webReport } from '#tests/bench/web-bench.ts'
import { command } from './command.ts'
import { ProgressBar } from './progress-bar.ts'

const USAGE = `npm run bench -- search [--people 1500000] [--queries 10000] [--no-baselines] [--data DIR] [--json]
npm run bench -- import [--rows 200000] [--once] [--data DIR] [--json]
npm run bench -- sync [--data DIR] [--json]
npm run bench -- team [--data DIR] [--json]
npm run bench -- local [--data DIR] [--json]
npm run bench -- typesense [--people 100000] [--queries 1000] [--json]
npm run bench -- admin [--users 100000] [--rows 1000000] [--data DIR] [--json]
npm run bench -- watches [--people 50000] [--data DIR] [--json]
npm run bench -- scale [--people 50000] [--electric CMD] [--typesense CMD] [--data DIR] [--json]
npm run bench -- restarts [--times 100] [--data DIR] [--json]
npm run bench -- web [--people 50000] [--visits 5] [--data DIR] [--json]

search measures searches through HTTP. --people accepts several sizes, comma-separated, for a table of
growth; --node-args passes flags to the server's Node, as in --node-args=--cpu-prof. The server in
TYPESENSE_URL runs the same searches for comparison.
import measures an import of an invented registry file against a bare COPY, and sync during it; --once
measures only one import and the start after it, for files as large as the registry (9700000 rows).
sync measures the embedded shape server under 200 live clients, then how long an edit on one device
takes to be painted on another, then 2,500 row changes a second by 200 devices for a minute.
team measures 50 members who follow 25,000 rows of one team: disk, first syncs, an edit until all have
it, joining, and whether the time of a refusal reveals if a team exists.
local measures a device in Node (its database, first sync, a long list, a drain), then in Chromium,
and the ways to create its first database.
typesense measures the server in TYPESENSE_URL: filling an index against a plain schema of
the same people, searches, and whether they find what the embedded engine finds.
web measures the built app in Chromium, each value beside its limit: LCP, CLS, INP of each action with and
without a processor four times slower, a first paint at 400 kbit/s, a returning user's first rows, and
the size of the entry.
scale kills each part of a fleet in turn while it is used: three processes behind a balancer, a
replica for reads, a shape server; ELECTRIC_URL (with its DATABASE_URL) and TYPESENSE_URL replace parts.
With --electric and --typesense, commands that run these servers, they are started and killed too;
the command of Electric receives the DATABASE_URL.
restarts restarts two processes in turn while they are used.
watches measures an evaluation of 10,000 watched searches over 5,000 changed people.
admin measures each list of the administration; --rows sets the rows of the audit log.
Each size has its own folder, which is kept for the next run: --data, or one in the data folder. --json
writes one JSON document and nothing else.`

/**
 * `npm run bench`: measures speed and size. It runs on Linux; clients use many loopback addresses.
 */
export const run = command(bench)

async function bench(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: argv, ...ARGUMENTS })
  const [name = ''] = positionals
  const measure = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (!measure) throw new Error(USAGE)
  const machine = machineFacts()
  console.error(machineLine(machine))
  const { report, data } = await measure(values)
  console.log(values.json ? JSON.stringify({ machine, ...data }) : `\n${report}\n`)
}

const ARGUMENTS = {
  allowPositionals: true,
  allowNegative: true,
  options: {
    people: { type: 'string' },
    queries: { type: 'string' },
    baselines: { type: 'boolean', default: true },
    rows: { type: 'string' },
    users: { type: 'string', default: '100000' },
    visits: { type: 'string', default: '5' },
    times: { type: 'string', default: '100' },
    data: { type: 'string' },
    once: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    electric: { type: 'string' },
    typesense: { type: 'string' },
    'node-args': { type: 'string', default: '' },
  },
} as const
type Options = ReturnType<typeof parseArgs<typeof ARGUMENTS>>['values']

/** The report for a reader, and the figures by name of the benchmark. */
interface Measured {
  report: string
  data: object
}

const onStep = console.error

const BENCHES: Record<string, (options: Options) => Promise<Measured>> = {
  search: measureSearch,
  import: measureImport,
  scale: measureScale,
  restarts: measureRestarts,
  async sync({ data }) {
    const dataDir = dataFolder(data, 'bench-sync')
    const shapes = await benchShapes({ dataDir, onStep })
    const painted = await benchPainted(dataDir, onStep)
    const sustained = await benchSustained(join(dataDir, 'sustained'), onStep)
    const reports = [shapeReport(shapes), paintedReport(painted), sustainedReport(sustained)]
    return { report: reports.join('\n\n'), data: { sync: { shapes, ...painted, sustained } } }
  },
  async team({ data }) {
    const team = await benchTeam({ dataDir: dataFolder(data, 'bench-team'), onStep })
    return { report: teamReport(team), data: { team } }
  },
  async local({ data }) {
    const local = await benchLocal(onStep)
    const browser = await benchLocalBrowser(dataFolder(data, 'bench-local'), onStep)
    onStep('First local database')
    const firstStart = await benchFirstStart()
    const reports = [localReport(local), localBrowserReport(browser), firstStartReport(firstStart)]
    return { report: reports.join('\n\n'), data: { local, browser, firstStart } }
  },
  async typesense({ people = '100000', queries = '1000' }) {
    const server = givenTypesense()
    if (!server) throw new Error('TYPESENSE_URL and TYPESENSE_API_KEY must be set.')
    const typesense = await benchTypesense({
      ...{ people: wholeNumber(people), queries: wholeNumber(queries), ...server, onStep },
    })
    return { report: typesenseReport(typesense), data: { typesense } }
  },
  async admin({ users, rows = '1000000', data }) {
    const admin = await benchAdmin({
      users: wholeNumber(users),
      auditRows: wholeNumber(rows),
      dataDir: dataFolder(data, 'bench-admin'),
      onStep,
    })
    return { report: adminReport(admin), data: { admin } }
  },
  async watches({ people = '50000', data }) {
    const watches = await benchWatches({
      people: wholeNumber(people),
      watches: 10_000,
      changed: 5_000,
      dataDir: dataFolder(data, 'bench-watches'),
      onStep,
    })
    return { report: watchReport(watches), data: { watches } }
  },
  async web({ people = '50000', visits, data }) {
    const web = await benchWeb({
      people: wholeNumber(people),
      visits: wholeNumber(visits),
      dataDir: dataFolder(data, `bench-${people}`),
      onStep,
      onProgress: new ProgressBar().update,
    })
    return { report: webReport(web), data: { web } }
  },
}

async function measureSearch(options: Options): Promise<Measured> {
  const { people = '1500000', queries = '10000', data, baselines, 'node-args': flags } = options
  const sizes = people.split(',').map(wholeNumber)
  if (data && sizes.length > 1) throw new Error(`--data holds one size.\n\n${USAGE}`)
  const results: SearchBenchResult[] = []
  for (const people of sizes) {
    const result = await benchSearch({
      people,
      dataDir: dataFolder(data, `bench-${people}`),
      queries: wholeNumber(queries),
      isWithBaselines: baselines,
      nodeArgs: flags.split(' ').filter((flag) => flag !== ''),
      typesense: givenTypesense(),
      onStep,
      onProgress: new ProgressBar().update,
    })
    results.push(result)
  }
  const growth = results.length > 1 ? [growthReport(results)] : []
  const report = [...results.map(searchReport), ...growth].join('\n\n')
  return { report, data: { search: results.map(withoutAnswers) } }
}

async function measureImport({ rows: given = '200000', once, data }: Options): Promise<Measured> {
  const rows = wholeNumber(given)
  const run = { rows, dataDir: dataFolder(data, `bench-import-${rows}`), onStep }
  if (once) {
    const registry = await benchRegistry(run)
    return { report: registryReport(registry), data: { registry } }
  }
  const result = await benchImport(run)
  return { report: importReport(result), data: { import: result } }
}

async function measureScale(options: Options): Promise<Measured> {
  const { people = '50000', data } = options
  const dataDir = dataFolder(data, 'bench-scale')
  const scale = await benchScale({
    ...{ people: wholeNumber(people), dataDir, onStep, ...givenServers(options) },
  })
  return { report: scaleReport(scale), data: { scale } }
}

async function measureRestarts(options: Options): Promise<Measured> {
  const { people = '200', times, data } = options
  const dataDir = dataFolder(data, 'bench-restarts')
  const restarts = await benchRestarts({
    ...{ people: wholeNumber(people), dataDir, onStep, ...givenServers(options) },
    restarts: wholeNumber(times),
  })
  return { report: restartsReport(restarts), data: { restarts } }
}

/** The servers that a fleet uses besides its own parts, and the commands that run them. */
function givenServers({ electric, typesense }: Options) {
  const { DATABASE_URL, ELECTRIC_URL, ELECTRIC_SECRET, TYPESENSE_URL, TYPESENSE_API_KEY } = readEnv(
    process.env,
  )
  if ((electric && !ELECTRIC_URL) || (typesense && !TYPESENSE_URL)) {
    throw new Error('A command needs the address of its server: ELECTRIC_URL, TYPESENSE_URL.')
  }
  const isFollowing = ELECTRIC_URL && !electric
  if (isFollowing && !DATABASE_URL) {
    throw new Error('DATABASE_URL must name the database that ELECTRIC_URL follows.')
  }
  const given = {
    ...(isFollowing && { DATABASE_URL }),
    ...{ ELECTRIC_URL, ELECTRIC_SECRET, TYPESENSE_URL, TYPESENSE_API_KEY },
  }
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) if (value !== undefined) env[name] = value
  return { env, commands: { electric, typesense } }
}

function givenTypesense(): { url: string; apiKey: string } | undefined {
  const { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey } = readEnv(process.env)
  return url && apiKey ? { url, apiKey } : undefined
}

function dataFolder(given: string | undefined, name: string): string {
  return resolve(given ?? join(readEnv(process.env).DATA_DIR, name))
}

/** A result without its tens of thousands of individual times. */
function withoutAnswers(result: SearchBenchResult) {
  const { oneClient, eightClients, withFacets, nullRoute } = result
  const loads = { oneClient, eightClients, withFacets, nullRoute }
  const summaries = Object.entries(loads).map(([name, { answered: _, ...load }]) => [name, load])
  return { ...result, ...Object.fromEntries(summaries) }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new Error(`"${text}" is not a whole number.\n\n${USAGE}`)
  return Number(text)
}
