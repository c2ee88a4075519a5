import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '#db/generate/random.ts'
import { type Fleet, openFleet, type ServerCommands } from '#tests/support/fleet.ts'
import { ListEditor } from '#tests/support/list-editor.ts'
import { type RollingResult, restartInTurn } from '#tests/support/rolling-restarts.ts'
import { insertSubscriber } from './bench-account.ts'
import { drawVisits } from './query-mix.ts'
import { table, whole } from './report.ts'
import { measureRevocations } from './revocation-times.ts'
import { ascending, percentile, type Spread, spread } from './statistics.ts'
import { readVocabulary } from './vocabulary.ts'

const PROCESSES = 3
const MIX_SEED = 11
const SEARCHERS = 4
const VISITORS = 3
const EDITORS = 6
/** Between two requests of a client: the load leaves the machine room for a process that starts. */
const PAUSE_MS = 100
const EDIT_PAUSE_MS = 500
const WARM_UP_MS = 10_000
const BASELINE_MS = 20_000
/** How long a part stays away, and what follows its return. */
const AWAY_MS = 5_000
const AFTER_MS = 10_000
const WINDOW_MS = 1_000

/** What a fault did to those who use the app meanwhile. */
interface FaultResult {
  part: string
  /** Requests under way at the killed process. */
  hits: number
  requests: number
  failed: number
  p95: number
  /** Against the time before the first fault. */
  p95Ratio: number
  /** Seconds whose own 95th percentile was more than twice the one before. */
  slowSeconds: number
  /** The time from its start until the part was ready again. */
  backMs: number
}

export interface ScaleBenchResult {
  people: number
  processes: number
  requests: number
  failed: Record<string, number>
  /** Requests that the balancer sent once more, and reads of the directory by who answered. */
  repeated: number
  reads: { index: number; replica: number; primary: number }
  before: Spread
  faults: FaultResult[]
  edits: {
    acknowledged: number
    lostOrDoubled: number
    notOnDevice: number
    delivery: Spread
    refetches: number
    shapeRetries: number
  }
  /**
   * The time from the end of a session until every process refuses it, and until its held request
   * ended.
   */
  revocation: { times: number; refusedMs: Spread; heldMs: Spread }
}

interface Request {
  at: number
  ms: number
  path: string
  /** 200, or the status instead of it. */
  status: number | string
}

export interface ScaleBenchOptions {
  people: number
  dataDir: string
  /** Settings of other parts: ELECTRIC_URL and DATABASE_URL, TYPESENSE_URL and TYPESENSE_API_KEY. */
  env: Record<string, string>
  /** Commands of Electric and Typesense, so that they are killed, too. */
  commands: ServerCommands
  onStep(text: string): void
}

/** Kills each part of a fleet in turn while it is used, and counts what was lost. */
export async function benchScale(options: ScaleBenchOptions): Promise<ScaleBenchResult> {
  return withFleet(options, PROCESSES, async (fleet) => {
    const { onStep } = options
    const requests: Request[] = []
    const load = await startLoad(fleet, requests)
    onStep('Measuring without faults …')
    await sleep(WARM_UP_MS)
    const from = performance.now()
    await sleep(BASELINE_MS)
    const before = requests.filter(({ at }) => at >= from)
    const p95Before = spread(before.map(({ ms }) => ms)).p95
    const faults: FaultResult[] = []
    for (const { name, kill, start, openNow } of partsOf(fleet)) {
      onStep(`Killing ${name} …`)
      const hits = openNow()
      const killedAt = performance.now()
      await kill()
      await sleep(AWAY_MS)
      const startedAt = performance.now()
      await start()
      const backMs = performance.now() - startedAt
      await sleep(AFTER_MS)
      const during = requests.filter(({ at }) => at >= killedAt)
      const { p95 } = spread(during.map(({ ms }) => ms))
      faults.push({
        part: name,
        hits,
        requests: during.length,
        failed: during.filter(({ status }) => status !== 200).length,
        p95,
        p95Ratio: p95 / p95Before,
        slowSeconds: slowWindows(during, killedAt, 2 * p95Before),
        backMs,
      })
    }
    onStep('Comparing edits, database and devices …')
    const reads = await directoryReads(fleet)
    const { edits, revocation } = await load.stop()
    const failed: Record<string, number> = {}
    for (const { path, status } of requests) {
      if (status !== 200) failed[`${path}: ${status}`] = (failed[`${path}: ${status}`] ?? 0) + 1
    }
    return {
      people: options.people,
      processes: PROCESSES,
      requests: requests.length,
      failed,
      repeated: fleet.balancer.repeated,
      reads,
      before: spread(before.map(({ ms }) => ms)),
      faults,
      edits,
      revocation,
    }
  })
}

/** Restarts two processes in turn, again and again, while they are used. */
export async function benchRestarts(
  options: ScaleBenchOptions & { restarts: number },
): Promise<RollingResult> {
  return withFleet(options, 2, (fleet) =>
    restartInTurn(fleet, options.restarts, (done, requests, failed) => {
      if (done % 10 === 0) {
        options.onStep(`${done} restarts, ${whole(requests)} requests, ${failed} failed`)
      }
    }),
  )
}

const METRICS_TOKEN = 'the-figures-of-a-bench-are-for-anybody'

async function withFleet<T>(
  { people, dataDir, env, commands, onStep }: ScaleBenchOptions,
  processes: number,
  run: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const fleet = await openFleet({
    folder: dataDir,
    processes,
    people,
    hasReplica: !env.DATABASE_URL,
    env: { METRICS_TOKEN, DRAIN_SECONDS: '1', ...env },
    commands,
    onStep,
  })
  try {
    return await run(fleet)
  } finally {
    await fleet.close()
  }
}

interface FleetPart {
  name: string
  kill(): Promise<unknown>
  start(): Promise<void>
  openNow(): number
}

function partsOf({ processes, standby, shapes, typesense, balancer }: Fleet): FleetPart[] {
  const parts: FleetPart[] = processes.map((app, i) => ({
    name: `API process ${i + 1}`,
    kill: () => app.stop('SIGKILL'),
    start: () => app.start(),
    openNow: () => balancer.backends[i]?.open ?? 0,
  }))
  const all = () => balancer.backends.reduce((sum, { open }) => sum + open, 0)
  const others = { 'the replica': standby, 'the shape server': shapes, Typesense: typesense }
  for (const [name, part] of Object.entries(others)) {
    if (part) {
      parts.push({ name, kill: () => part.kill(), start: () => part.start(), openNow: all })
    }
  }
  return parts
}

/** Searchers, visitors, editors with their devices, and sessions that end. */
async function startLoad(fleet: Fleet, requests: Request[]) {
  const { database, dataDir, balancer, processes } = fleet
  const { sql } = database
  const stopping = new AbortController()
  const { signal } = stopping
  const told = (path: string, status: number | string, ms: number) =>
    requests.push({ at: performance.now() - ms, ms, path, status })
  const ask = async (path: string, init: RequestInit, named = path) => {
    const startedAt = performance.now()
    const status = await fetch(balancer.url + path, init)
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
      .catch((error: Error) => String(error.cause ?? error))
    told(named, status, performance.now() - startedAt)
  }
  const visits = drawVisits(new Random(MIX_SEED), await readVocabulary(sql))
  const people = await sql<{ id: string }[]>`select id from candidates limit 5000`
  const searcher = await insertSubscriber(sql, dataDir)
  const search = async (client: number) => {
    while (!signal.aborted) {
      const { body } = visits.next().value
      await ask('/api/search', {
        method: 'POST',
        headers: {
          ...searcher.headers,
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.1.0.${client}`,
        },
        body: JSON.stringify(body),
      })
      await sleep(PAUSE_MS)
    }
  }
  const visit = async (client: number) => {
    for (let i = 0; !signal.aborted; i++) {
      const headers = { 'X-Forwarded-For': `10.2.${client}.${i % 250}` }
      const id = people[(i * 31 + client * 7) % people.length]?.id
      if (i % 5 === 0) await ask('/api/specialties/counts/public', { headers })
      else await ask(`/api/candidates/${id}`, { headers }, '/api/candidates')
      await sleep(PAUSE_MS)
    }
  }
  const editors: ListEditor[] = []
  for (let i = 0; i < EDITORS; i++) {
    editors.push(new ListEditor(balancer.url, await insertSubscriber(sql, dataDir), told))
  }
  for (const editor of editors) await editor.follow()
  const revoking = measureRevocations({
    sql,
    dataDir,
    balancer: balancer.url,
    processes: processes.map(({ url }) => url),
    signal,
  })
  const running = [
    ...Array.from({ length: SEARCHERS }, (_, client) => search(client)),
    ...Array.from({ length: VISITORS }, (_, client) => visit(client)),
    ...editors.map((editor) => editor.edit(signal, EDIT_PAUSE_MS)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
      const revoked = await revoking
      const checked = await Promise.all(editors.map((editor) => editor.check(sql)))
      for (const editor of editors) await editor.close()
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
      return {
        edits: {
          acknowledged: sum(editors.map(({ acknowledged }) => acknowledged.size)),
          lostOrDoubled: sum(checked.map(({ lostOrDoubled }) => lostOrDoubled)),
          notOnDevice: sum(checked.map(({ notOnDevice }) => notOnDevice)),
          delivery: spread(editors.flatMap(({ deliveries }) => deliveries)),
          refetches: sum(editors.map(({ refetches }) => refetches)),
          shapeRetries: sum(editors.map(({ retries }) => retries)),
        },
        revocation: {
          times: revoked.length,
          refusedMs: spread(revoked.map(({ refusedMs }) => refusedMs)),
          heldMs: spread(revoked.map(({ heldMs }) => heldMs)),
        },
      }
    },
  }
}

/** Seconds in which the 95th percentile was above a bound. */
function slowWindows(requests: readonly Request[], from: number, bound: number): number {
  const windows = new Map<number, number[]>()
  for (const { at, ms } of requests) {
    const window = Math.floor((at - from) / WINDOW_MS)
    windows.set(window, [...(windows.get(window) ?? []), ms])
  }
  return [...windows.values()].filter((times) => percentile(ascending(times), 0.95) > bound).length
}

/** The figures of the processes that are running: those of a killed one are lost. */
async function directoryReads({ processes }: Fleet): Promise<ScaleBenchResult['reads']> {
  const reads = { index: 0, replica: 0, primary: 0 }
  for (const { url } of processes) {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    for (const from of ['index', 'replica', 'primary'] as const) {
      const line = new RegExp(`clinidex_directory_reads_total\\{from="${from}"\\} (\\d+)`)
      reads[from] += Number(line.exec(text)?.[1] ?? 0)
    }
  }
  return reads
}

const percent = (share: number) => `${(share * 100).toFixed(3)} %`

export function scaleReport(result: ScaleBenchResult): string {
  const { edits, revocation, before, reads } = result
  const failed = Object.values(result.failed).reduce((sum, count) => sum + count, 0)
  const ms = ({ p50, p95, max }: Spread) => [p50, p95, max].map((value) => value.toFixed(0))
  return [
    `${result.processes} processes, ${whole(result.people)} people`,
    table([
      [
        'killed',
        'under way',
        'requests',
        'failed',
        'p95 ms',
        '× before',
        'slow s (≤ 10)',
        'back s',
      ],
      ['nothing', '', '', '', before.p95.toFixed(0), '1.00', '', ''],
      ...result.faults.map((fault) => [
        fault.part,
        String(fault.hits),
        whole(fault.requests),
        String(fault.failed),
        fault.p95.toFixed(0),
        fault.p95Ratio.toFixed(2),
        String(fault.slowSeconds),
        (fault.backMs / 1000).toFixed(1),
      ]),
    ]),
    table([
      ['', 'p50', 'p95', 'max ms'],
      ['an answer, without faults', ...ms(before)],
      ['an edit answered → its device', ...ms(edits.delivery)],
      ['a session ended → refused by every process (≤ 60,000)', ...ms(revocation.refusedMs)],
      ['a session ended → its held request over (≤ 60,000)', ...ms(revocation.heldMs)],
    ]),
    table([
      ['requests', whole(result.requests)],
      ['failed (≤ 0.1 %)', `${failed}, ${percent(failed / result.requests)}`],
      ...Object.entries(result.failed).map(([what, count]) => [`  ${what}`, String(count)]),
      ['sent once more by the balancer', whole(result.repeated)],
      ['reads of the directory by the search index', whole(reads.index)],
      ['by the replica', whole(reads.replica)],
      ['by the primary', whole(reads.primary)],
      ['edits acknowledged', whole(edits.acknowledged)],
      ['lost or doubled (0)', String(edits.lostOrDoubled)],
      ['not on a device at the end (0)', String(edits.notOnDevice)],
      ['shapes fetched anew', String(edits.refetches)],
      ['answers of shapes that were asked for again', String(edits.shapeRetries)],
      ['sessions ended', String(revocation.times)],
    ]),
  ].join('\n\n')
}

export function restartsReport(result: RollingResult): string {
  return table([
    ['restarts, one process of two after the other', String(result.restarts)],
    ['requests', whole(result.requests)],
    ['failed (0)', String(result.failed.length)],
    ...result.failed.slice(0, 10).map((what) => [`  ${what}`, '']),
    ['sent once more by the balancer', whole(result.repeated)],
    ['edits acknowledged', whole(result.edits)],
    ['lost or doubled (0)', String(result.lostOrDoubled)],
    ['not on a device at the end (0)', String(result.notOnDevice)],
    ['held requests ended with 204', String(result.heldEnded)],
    ['the longest stop (≤ 10 s)', `${(result.stopMaxMs / 1000).toFixed(1)} s`],
  ])
}
