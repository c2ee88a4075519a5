import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkScript } from '#api/services/fork-script.ts'
import type { Sql } from '#db/client.ts'
import { openDatabase } from '#db/open.ts'
import { table, whole } from './report.ts'
import { ShapeClients } from './shape-clients.ts'
import type { ShapeScriptMessage, ShapeUsage } from './shape-script.ts'
import { type Spread, spread } from './statistics.ts'

export const CLIENTS = 200
const ROWS_EACH = 10
/** Commits of one row each, and transactions that change every client's shape. */
const COMMITS = 400
const ROUNDS = 20
const WARM_UP = 40
const PAUSE_MS = 5
const IDLE_MS = 5000
const SNAPSHOT_ROWS = 100_000

export interface ShapeBenchResult {
  clients: number
  /** The time from the commit's response to the call of the client's subscriber. */
  commitToClient: Spread
  /** The same from sending the statement, so that the commit itself is included. */
  writeToClient: Spread
  /**
   * One transaction that changes all shapes: each client's time, and the last client's of each round.
   */
  allShapes: Spread
  allShapesLast: Spread
  snapshotSeconds: number
  memory: { withoutMb: number; restMb: number; liveMb: number; loadedMb: number; peakMb: number }
  /**
   * Processor time per second of an idle live client, per change for one client, and per change for all.
   */
  cpu: { idleMsEach: number; changeMs: number; allMs: number }
}

interface ShapeProcess {
  child: ChildProcess
  url: string
  withoutMb: number
  usage(): Promise<ShapeUsage>
}

/** Measures the embedded shape server under live clients, each on its own shape. */
export async function benchShapes(options: {
  dataDir: string
  onStep(text: string): void
}): Promise<ShapeBenchResult> {
  const { dataDir, onStep } = options
  await mkdir(dataDir, { recursive: true })
  const dir = join(dataDir, 'shapes')
  await rm(dir, { recursive: true, force: true })
  const database = await openDatabase({ dataDir })
  const { sql } = database
  await writeRows(sql)
  const server = await startProcess(database.url, dir)
  const clients = new ShapeClients(server.url, CLIENTS)
  try {
    const rest = await server.usage()
    onStep(`Bringing ${CLIENTS} clients to life …`)
    while (!clients.areLive()) await sleep(20)
    await sleep(500)
    const live = await server.usage()
    await sleep(IDLE_MS)
    const idle = await server.usage()

    onStep(`Committing ${COMMITS} times …`)
    await commitOneByOne(sql, clients, 0, (count) => count === WARM_UP)
    const before = await server.usage()
    const single = await commitOneByOne(sql, clients, WARM_UP, (count) => count === COMMITS)
    const after = await server.usage()

    onStep('Touching all shapes at once …')
    const all = await commitForAll(sql, clients)
    const loaded = await server.usage()
    onStep(`Taking a snapshot of ${whole(SNAPSHOT_ROWS)} rows …`)
    const snapshotSeconds = await timeSnapshot(server.url)
    const { peakMb } = await server.usage()
    return {
      clients: CLIENTS,
      ...single,
      ...all,
      snapshotSeconds,
      memory: {
        withoutMb: server.withoutMb,
        restMb: rest.residentMb,
        liveMb: live.residentMb,
        loadedMb: loaded.residentMb,
        peakMb,
      },
      cpu: {
        idleMsEach: (idle.cpuMs - live.cpuMs) / (IDLE_MS / 1000) / CLIENTS,
        changeMs: (after.cpuMs - before.cpuMs) / COMMITS,
        allMs: (loaded.cpuMs - after.cpuMs) / ROUNDS,
      },
    }
  } finally {
    clients.close()
    const exited = once(server.child, 'exit')
    server.child.kill()
    await exited
    await database.close()
  }
}

export function shapeReport(result: ShapeBenchResult): string {
  const { memory, cpu } = result
  const cells = ({ p50, p95, p99, max }: Spread) => [p50, p95, p99, max].map((ms) => ms.toFixed(1))
  const mb = (value: number) => `${whole(value)} MB`
  return [
    `Embedded shape server, ${result.clients} live clients each on its own shape`,
    table([
      ['', 'p50', 'p95', 'p99', 'max ms'],
      ['commit answered → client', ...cells(result.commitToClient)],
      ['write sent → client', ...cells(result.writeToClient)],
      ['one transaction on all shapes, each client', ...cells(result.allShapes)],
      ['one transaction on all shapes, last client', ...cells(result.allShapesLast)],
    ]),
    table([
      [`first sync of ${whole(SNAPSHOT_ROWS)} rows`, `${result.snapshotSeconds.toFixed(2)} s`],
      ['memory of the process without it', mb(memory.withoutMb)],
      ['with it, nobody there', mb(memory.restMb)],
      ['all clients live', mb(memory.liveMb)],
      ['after the load', mb(memory.loadedMb)],
      ['at its highest, the large snapshot included', mb(memory.peakMb)],
      ['processor time of a live client, a second', `${cpu.idleMsEach.toFixed(3)} ms`],
      ['processor time of a change to one client', `${cpu.changeMs.toFixed(2)} ms`],
      ['processor time of a transaction on all shapes', `${cpu.allMs.toFixed(1)} ms`],
    ]),
  ].join('\n\n')
}

/** The rows that the clients follow: ten each. */
export async function writeRows(sql: Sql): Promise<void> {
  await sql`drop table if exists shape_bench, shape_bench_large`
  await sql`create table shape_bench (id int primary key, owner text, n int, body text)`
  await sql`create index on shape_bench (owner)`
  await sql`
    insert into shape_bench select i, i % ${CLIENTS}, 0, repeat('x', 200)
    from generate_series(0, ${CLIENTS * ROWS_EACH - 1}) i`
  await sql`create table shape_bench_large (id int primary key, body text)`
  await sql`
    insert into shape_bench_large select i, repeat('x', 200)
    from generate_series(1, ${SNAPSHOT_ROWS}) i`
}

export async function startProcess(databaseUrl: string, dir: string): Promise<ShapeProcess> {
  const script = new URL('./shape-script.ts', import.meta.url)
  const child = forkScript(script, { args: [databaseUrl, dir] })
  const hear = async () => (await once(child, 'message'))[0] as ShapeScriptMessage
  const news = await hear()
  if (!('port' in news)) throw new Error('The server did not tell its port.')
  return {
    child,
    url: `http://127.0.0.1:${news.port}/v1/shape`,
    withoutMb: news.withoutMb,
    async usage() {
      const answer = hear()
      child.send('usage')
      const told = await answer
      if (!('usage' in told)) throw new Error('The server did not tell what it uses.')
      return told.usage
    },
  }
}

/**
 * Commits for one client after another and waits until each has received its change.
 * @param from the last value written before
 * @param isEnough is asked after each, with their number
 */
export async function commitOneByOne(
  sql: Sql,
  clients: ShapeClients,
  from: number,
  isEnough: (count: number) => boolean,
) {
  const sinceAnswer: number[] = []
  const sinceSent: number[] = []
  for (let i = 1; !isEnough(i - 1); i++) {
    const client = (i * 7) % CLIENTS
    const value = from + i
    const heard = clients.heard([client], value)
    const sentAt = performance.now()
    await sql`update shape_bench set n = ${value} where id = ${client}`
    const answeredAt = performance.now()
    const [heardAt = 0] = await heard
    // The client may receive it before the writer's answer.
    sinceAnswer.push(Math.max(0, heardAt - answeredAt))
    sinceSent.push(heardAt - sentAt)
    await sleep(PAUSE_MS)
  }
  return { commitToClient: spread(sinceAnswer), writeToClient: spread(sinceSent) }
}

async function commitForAll(sql: Sql, clients: ShapeClients) {
  const everybody = Array.from({ length: CLIENTS }, (_, client) => client)
  const each: number[] = []
  const last: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const value = 1_000_000 + round
    const heard = clients.heard(everybody, value)
    await sql`update shape_bench set n = ${value} where id < ${CLIENTS}`
    const answeredAt = performance.now()
    const times = (await heard).map((at) => Math.max(0, at - answeredAt))
    each.push(...times)
    last.push(Math.max(...times))
    await sleep(20 * PAUSE_MS)
  }
  return { allShapes: spread(each), allShapesLast: spread(last) }
}

async function timeSnapshot(url: string): Promise<number> {
  const startedAt = performance.now()
  const place: Record<string, string> = { offset: '-1' }
  for (;;) {
    const query = new URLSearchParams({ table: 'shape_bench_large', ...place })
    const response = await fetch(`${url}?${query}`)
    await response.json()
    place.handle = response.headers.get('electric-handle') ?? ''
    place.offset = response.headers.get('electric-offset') ?? ''
    if (response.headers.has('electric-up-to-date')) return (performance.now() - startedAt) / 1000
  }
}
