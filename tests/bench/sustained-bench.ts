import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { forkScript } from '#api/services/fork-script.ts'
import type { Sql } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { openDatabase } from '#db/open.ts'
import { insertAccount } from './bench-account.ts'
import { table, whole } from './report.ts'
import { startServerProcess } from './server-process.ts'
import { type Spread, spread } from './statistics.ts'
import type { SustainedJob, SustainedLoad, SustainedMessage } from './sustained-load.ts'

const CLIENTS = 200
/** What a device sends at once: a user takes a page of people off a list, or puts them back. */
const ROWS_PER_PUSH = 25
const ROWS_PER_SECOND = 2_500
const SECONDS = 60

export interface SustainedResult {
  clients: number
  pushes: number
  rowsPerSecond: number
  /** By push: the time from its response, and from sending it, to its last row on its device. */
  commitToClient: Spread
  sentToClient: Spread
  /** How long a push waited for the one before of its device. */
  waited: Spread
  rows: { written: number; heard: number; heardTwice: number; missing: number }
  /** In CPUs, of at most two. */
  processors: { server: number; database: number; load: number }
  memory: { restMb: number; peakMb: number }
}

/** The executor and the embedded shape server in the real server, under devices that all push. */
export async function benchSustained(
  dataDir: string,
  onStep: (step: string) => void,
  { seconds = SECONDS, nodeArgs = [] }: { seconds?: number; nodeArgs?: string[] } = {},
): Promise<SustainedResult> {
  // The first start creates the folder's secret.
  await (await startServerProcess(dataDir)).stop('SIGTERM')
  const job = { ...(await prepare(dataDir)), seconds }
  const server = await startServerProcess(dataDir, { nodeArgs })
  const child = forkScript(new URL('./sustained-load.ts', import.meta.url))
  const hear = async (): Promise<SustainedMessage> => {
    const [message] = (await once(child, 'message')) as [SustainedMessage]
    if (typeof message === 'object' && 'error' in message) throw new Error(message.error)
    return message
  }
  try {
    onStep(`Bringing ${CLIENTS} devices to life …`)
    child.send({ ...job, origin: new URL(server.searchUrl).origin } satisfies SustainedJob)
    await hear()
    onStep(`Writing ${whole(ROWS_PER_SECOND)} rows a second for ${seconds} s …`)
    const before = server.usage()
    child.send('begin')
    const told = await hear()
    const after = server.usage()
    if (told === 'live' || !('load' in told)) throw new Error('The load did not tell its times.')
    return resultOf(told.load, before, after)
  } finally {
    child.kill()
    await server.stop('SIGTERM')
  }
}

type Usage = ReturnType<Awaited<ReturnType<typeof startServerProcess>>['usage']>

function resultOf({ pushes, seconds, cpuMs }: SustainedLoad, before: Usage, after: Usage) {
  const sum = (of: (push: SustainedLoad['pushes'][number]) => number) =>
    pushes.reduce((total, push) => total + of(push), 0)
  const written = sum(({ rows }) => rows)
  const heard = sum((push) => push.heard)
  const processors = (ms: number) => ms / 1000 / seconds
  return {
    clients: CLIENTS,
    pushes: pushes.length,
    rowsPerSecond: written / seconds,
    commitToClient: spread(pushes.flatMap(({ sinceCommit }) => sinceCommit ?? [])),
    sentToClient: spread(pushes.flatMap(({ sinceSent }) => sinceSent ?? [])),
    waited: spread(pushes.map(({ waited }) => waited)),
    rows: {
      written,
      heard,
      heardTwice: sum((push) => push.heardTwice),
      missing: written - heard,
    },
    processors: {
      server: processors(after.serverCpuMs - before.serverCpuMs),
      database: processors(after.databaseCpuMs - before.databaseCpuMs),
      load: processors(cpuMs),
    },
    memory: { restMb: before.residentMb, peakMb: after.peakMb },
  }
}

export function sustainedReport(result: SustainedResult): string {
  const { rows, processors, memory } = result
  const cells = ({ p50, p95, p99, max }: Spread) => [p50, p95, p99, max].map((ms) => ms.toFixed(0))
  return [
    `${whole(result.rowsPerSecond)} row changes a second (≥ ${whole(ROWS_PER_SECOND)}) by ${whole(result.pushes)} pushes of ${result.clients} devices, each following its own shapes`,
    table([
      ['', 'p50', 'p95', 'p99', 'max ms'],
      ['push answered → device (p95 ≤ 250)', ...cells(result.commitToClient)],
      ['push sent → device', ...cells(result.sentToClient)],
      ['push waits for the one before', ...cells(result.waited)],
    ]),
    table([
      ['rows written', whole(rows.written)],
      [
        'rows heard, heard twice, missing',
        [rows.heard, rows.heardTwice, rows.missing].map(whole).join(', '),
      ],
      ['processors: the server', processors.server.toFixed(2)],
      ['its database', processors.database.toFixed(2)],
      ['the load', processors.load.toFixed(2)],
      [
        'memory of the server, at rest and at its highest',
        `${whole(memory.restMb)}, ${whole(memory.peakMb)} MB`,
      ],
    ]),
  ].join('\n\n')
}

async function prepare(dataDir: string): Promise<Omit<SustainedJob, 'origin' | 'seconds'>> {
  const { sql, close } = await openDatabase({ dataDir })
  try {
    const [found] = await sql<{ people: number }[]>`select count(*)::int as people from candidates`
    if ((found?.people ?? 0) < ROWS_PER_PUSH) {
      await seedDirectory(sql, { people: 1_000, seed: 1 })
    }
    const accounts: SustainedJob['accounts'] = []
    for (let index = 0; index < CLIENTS; index++) accounts.push(await makeAccount(sql, dataDir))
    const people = await sql<{ id: string }[]>`
      select id from candidates order by id limit ${ROWS_PER_PUSH}`
    return {
      accounts,
      people: people.map(({ id }) => id),
      pushesPerSecond: ROWS_PER_SECOND / ROWS_PER_PUSH,
    }
  } finally {
    await close()
  }
}

/** A subscriber with a list of as many people as a push names. */
async function makeAccount(sql: Sql, dataDir: string) {
  const account = await insertAccount(sql, dataDir)
  const list = randomUUID()
  await sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (${list}, ${account.id}, 'A list', now(), now())`
  await sql`
    insert into list_members (list_id, candidate_id, owner_id, added_at)
    select ${list}, id, ${account.id}, now() from candidates order by id limit ${ROWS_PER_PUSH}`
  return { ...account, list }
}
