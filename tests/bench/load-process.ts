import { HttpConnection } from './http-connection.ts'
import { processorWaitMs } from './process-usage.ts'
import type { BenchBody, Visit } from './query-mix.ts'

/** The load generator's instructions. */
export interface LoadJob {
  url: string
  cookie: string
  visits: Visit[]
  /** Concurrent searches, each on a connection of its own. */
  clients: number
  facets: boolean
  /** No visit begins after this time. */
  seconds: number
  /** Processes whose waits for a processor are read after each search, by name. */
  watched?: Watched | undefined
}

/** Process ids by role. */
export type Watched = Record<'server' | 'database', number[]>

export interface Answered {
  /** Index of its visit. */
  visit: number
  page: number
  hits: number
  /** Time of sending (ms since 1970), and duration of the answer. */
  at: number
  ms: number
  /** The answer's `Server-Timing`. */
  steps: string
  /** How long each participant waited for a processor meanwhile, in ms; only where watched. */
  waits?: Record<keyof Watched | 'client', number>
}

export type LoadMessage =
  | { answered: Answered[]; seconds: number; cpuMs: number }
  | { error: string }

/** The API allows 1,200 searches a minute per network; a client changes its network before that. */
const REQUESTS_PER_NETWORK = 1000
const PAGE_SIZE = 25

/** Runs searches one after the other; now and then it changes its loopback address. */
class Client {
  private static networks = 0
  private connection: HttpConnection
  private requests = 0

  constructor(
    private readonly url: string,
    private readonly cookie: string,
  ) {
    this.connection = this.connect()
  }

  async search(body: object): Promise<Pick<Answered, 'hits' | 'at' | 'ms' | 'steps'>> {
    if (this.requests++ === REQUESTS_PER_NETWORK) {
      this.close()
      this.connection = this.connect()
      this.requests = 1
    }
    const json = JSON.stringify(body)
    const startedAt = performance.now()
    const answer = await this.connection.post(json)
    const ms = performance.now() - startedAt
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body} for ${json}`)
    const at = performance.timeOrigin + startedAt
    return { hits: countIn(answer.body), at, ms, steps: answer.steps }
  }

  close(): void {
    this.connection.close()
  }

  private connect(): HttpConnection {
    Client.networks += 1
    const address = `127.${process.pid % 250}.${Client.networks >> 8}.${Client.networks & 255}`
    return new HttpConnection(this.url, { Cookie: this.cookie }, address)
  }
}

/** The total in an answer, without parsing, which would delay the other clients. */
function countIn(text: Buffer): number {
  const digits = /"count":(\d+),"totalPages"/.exec(
    text.subarray(text.lastIndexOf('"count":')).toString(),
  )
  if (!digits) throw new Error('The answer holds no total')
  return Number(digits[1])
}

async function load(job: LoadJob): Promise<LoadMessage> {
  const { url, cookie, visits, clients, facets, seconds, watched } = job
  const answered: Answered[] = []
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  let next = 0
  const run = async (client: Client) => {
    const ask = async (visit: number, body: BenchBody, page: number) => {
      const answer = await client.search({ ...body, page, facets })
      answered.push({ visit, page, ...answer, ...(watched ? { waits: waitsSince(watched) } : {}) })
      return answer.hits
    }
    while (next < visits.length && elapsed() < seconds) {
      const index = next++
      const visit = visits[index]
      if (!visit) break
      const hits = await ask(index, visit.body, 1)
      const pages = Math.ceil(hits / PAGE_SIZE)
      if (visit.secondPage === undefined || pages < 2) continue
      await ask(index, visit.body, 2 + Math.floor(visit.secondPage * (pages - 1)))
    }
    client.close()
  }
  const { user, system } = process.cpuUsage()
  if (watched) waitsSince(watched)
  await Promise.all(Array.from({ length: clients }, () => run(new Client(url, cookie))))
  const used = process.cpuUsage({ user, system })
  return { answered, seconds: elapsed(), cpuMs: (used.user + used.system) / 1000 }
}

const waited = { server: 0, database: 0, client: 0 }

/** Waits for a processor since the last call. */
function waitsSince(watched: Watched): typeof waited {
  const before = { ...waited }
  waited.server = processorWaitMs(watched.server)
  waited.database = processorWaitMs(watched.database)
  waited.client = processorWaitMs([process.pid])
  return {
    server: waited.server - before.server,
    database: waited.database - before.database,
    client: waited.client - before.client,
  }
}

process.once('message', (job: LoadJob) => {
  load(job)
    .catch((error: unknown): LoadMessage => ({ error: String(error) }))
    .then((message) => process.send?.(message, () => process.disconnect()))
    .catch(() => process.exit(1))
})
