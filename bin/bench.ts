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

search measures searches through HTTP. --people takes several sizes, comma-separated, for a table of
growth; --node-args passes flags to the server's Node, as in --node-args=--cpu-prof. The server that
TYPESENSE_URL names answers the same searches beside it.
import measures an import of a made-up registry file against a bare COPY, and sync beside it; --once
measures one import alone and the start after it, for files as large as the registry (9700000 rows).
sync measures the embedded shape server under 200 live clients, then how long an edit on one device
takes to be painted on another beside them, then 2,500 row changes a second by 200 devices for a minute.
team measures 50 members who follow 25,000 rows of one team: disk, first syncs, an edit until all have
it, joining, and whether a refusal's time tells if a team exists.
local measures a device in Node (its database, first sync, a long list, a drain), then in Chromium,
and what its first database may start from.
typesense measures the server that TYPESENSE_URL names: filling an index against a plain schema of
the same people, searches, and whether they find what the embedded engine finds.
web measures the built app in Chromium, each figure beside its bar: LCP, CLS, INP of each act with and
without a processor four times slower, a first paint at 400 kbit/s, a returning user's first rows, and
the size of the entry.
scale kills each part of a fleet in turn while it is used: three processes behind a balancer, a
replica for reads, a shape server; ELECTRIC_URL (with its DATABASE_URL) and TYPESENSE_URL name others.
With --electric and --typesense, commands that run these servers, they are started and killed, too;
Electric's gets the DATABASE_URL to follow.
restarts restarts two processes in turn while they are used.
watches measures an evaluation of 10,000 watched searches over 5,000 changed people.
admin measures each list of the administration; --rows are those of the audit log.
Each size keeps what it needs in a folder of its own for the next run: --data, or one in the data
folder. --json writes one JSON document and nothing else.`

/** `npm run bench`: speed and size. Runs on Linux; clients use many loopback addresses. */
export async function run(argv: string[]): Promise<void> {
  try {
    await bench(argv)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function bench(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
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
  })
  const [subject] = positionals
  const machine = machineFacts()
  const print = (report: () => string, data: object) =>
    console.log(values.json ? JSON.stringify({ machine, ...data }) : `\n${report()}\n`)
  console.error(machineLine(machine))

  if (subject === 'local') {
    const result = await benchLocal(console.error)
    const browser = await benchLocalBrowser(dataFolder(values.data, 'bench-local'), console.error)
    console.error('First local database')
    const firstStart = await benchFirstStart()
    print(
      () =>
        [localReport(result), localBrowserReport(browser), firstStartReport(firstStart)].join(
          '\n\n',
        ),
      { local: result, browser, firstStart },
    )
    return
  }
  if (subject === 'import') {
    const rows = wholeNumber(values.rows ?? '200000')
    const dataDir = dataFolder(values.data, `bench-import-${rows}`)
    if (values.once) {
      const result = await benchRegistry({ rows, dataDir, onStep: console.error })
      print(() => registryReport(result), { registry: result })
      return
    }
    const result = await benchImport({ rows, dataDir, onStep: console.error })
    print(() => importReport(result), { import: result })
    return
  }
  if (subject === 'sync') {
    const dataDir = dataFolder(values.data, 'bench-sync')
    const shapes = await benchShapes({ dataDir, onStep: console.error })
    const painted = await benchPainted(dataDir, console.error)
    const sustainedDir = join(dataDir, 'sustained')
    const sustained = await benchSustained(sustainedDir, console.error)
    print(
      () => [shapeReport(shapes), paintedReport(painted), sustainedReport(sustained)].join('\n\n'),
      { sync: { shapes, ...painted, sustained } },
    )
    return
  }
  if (subject === 'team') {
    const dataDir = dataFolder(values.data, 'bench-team')
    const result = await benchTeam({ dataDir, onStep: console.error })
    print(() => teamReport(result), { team: result })
    return
  }
  if (subject === 'typesense') {
    const { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey } = readEnv(process.env)
    if (!url || !apiKey) throw new Error('TYPESENSE_URL and TYPESENSE_API_KEY must be set.')
    const result = await benchTypesense({
      people: wholeNumber(values.people ?? '100000'),
      queries: wholeNumber(values.queries ?? '1000'),
      url,
      apiKey,
      onStep: console.error,
    })
    print(() => typesenseReport(result), { typesense: result })
    return
  }
  if (subject === 'admin') {
    const result = await benchAdmin({
      users: wholeNumber(values.users),
      auditRows: wholeNumber(values.rows ?? '1000000'),
      dataDir: dataFolder(values.data, 'bench-admin'),
      onStep: console.error,
    })
    print(() => adminReport(result), { admin: result })
    return
  }
  if (subject === 'watches') {
    const result = await benchWatches({
      people: wholeNumber(values.people ?? '50000'),
      watches: 10_000,
      changed: 5_000,
      dataDir: dataFolder(values.data, 'bench-watches'),
      onStep: console.error,
    })
    print(() => watchReport(result), { watches: result })
    return
  }
  if (subject === 'scale' || subject === 'restarts') {
    const { DATABASE_URL, ELECTRIC_URL, ELECTRIC_SECRET, TYPESENSE_URL, TYPESENSE_API_KEY } =
      readEnv(process.env)
    const commands = { electric: values.electric, typesense: values.typesense }
    if ((commands.electric && !ELECTRIC_URL) || (commands.typesense && !TYPESENSE_URL)) {
      throw new Error('A command needs the address of its server: ELECTRIC_URL, TYPESENSE_URL.')
    }
    const followed = ELECTRIC_URL && !commands.electric ? DATABASE_URL : undefined
    if (ELECTRIC_URL && !commands.electric && !followed) {
      throw new Error('DATABASE_URL must name the database that ELECTRIC_URL follows.')
    }
    const given = {
      ...{ DATABASE_URL: followed, ELECTRIC_URL, ELECTRIC_SECRET },
      ...{ TYPESENSE_URL, TYPESENSE_API_KEY },
    }
    const env: Record<string, string> = {}
    for (const [name, value] of Object.entries(given)) if (value !== undefined) env[name] = value
    const options = {
      people: wholeNumber(values.people ?? (subject === 'scale' ? '50000' : '200')),
      dataDir: dataFolder(values.data, `bench-${subject}`),
      env,
      commands,
      onStep: console.error,
    }
    if (subject === 'scale') {
      const result = await benchScale(options)
      print(() => scaleReport(result), { scale: result })
    } else {
      const result = await benchRestarts({ ...options, restarts: wholeNumber(values.times) })
      print(() => restartsReport(result), { restarts: result })
    }
    return
  }
  if (subject === 'web') {
    const people = wholeNumber(values.people ?? '50000')
    const result = await benchWeb({
      people,
      visits: wholeNumber(values.visits),
      dataDir: dataFolder(values.data, `bench-${people}`),
      onStep: console.error,
      onProgress: new ProgressBar().update,
    })
    print(() => webReport(result), { web: result })
    return
  }
  if (subject !== 'search') throw new Error(USAGE)
  const sizes = (values.people ?? '1500000').split(',').map(wholeNumber)
  if (values.data && sizes.length > 1) throw new Error(`--data holds one size.\n\n${USAGE}`)
  const { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey } = readEnv(process.env)
  const results: SearchBenchResult[] = []
  for (const people of sizes) {
    const result = await benchSearch({
      people,
      dataDir: dataFolder(values.data, `bench-${people}`),
      queries: wholeNumber(values.queries ?? '10000'),
      isWithBaselines: values.baselines,
      nodeArgs: values['node-args'].split(' ').filter((arg) => arg !== ''),
      typesense: url && apiKey ? { url, apiKey } : undefined,
      onStep: console.error,
      onProgress: new ProgressBar().update,
    })
    results.push(result)
  }
  const report = () => {
    const growth = results.length > 1 ? [growthReport(results)] : []
    return [...results.map(searchReport), ...growth].join('\n\n')
  }
  print(report, { search: results.map(withoutAnswers) })
}

function dataFolder(given: string | undefined, name: string): string {
  return resolve(given ?? join(readEnv(process.env).DATA_DIR, name))
}

/** A result without its tens of thousands of single times. */
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
