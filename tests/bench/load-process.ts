import { HttpConnection } from './http-connection.ts'
import { processorWaitMs } from './process-usage.ts'
import type { BenchBody, Visit } from './query-mix.ts'

/** What the generator is told to do. */
export interface LoadOrder {
  url: string
  cookie: string
  visits: Visit[]
  /** Searches under way at once, each on a connection of its own. */
  clients: number
  facets: boolean
  /** No visit is begun after this. */
  seconds: number
  /** Whose waits for a processor are read after each search, by name. */
  watched?: Watched | undefined
}

/** Process ids by what they do. */
export type Watched = Record<'server' | 'database', number[]>

export interface Answered {
  /** Place of its visit in the order. */
  visit: number
  page: number
  hits: number
  /** When it was sent, in ms since 1970, and how long the answer took. */
  at: number
  ms: number
  /** What the server says its steps took. */
  steps: string
  /** How long who took part waited for a processor meanwhile, in ms; only where watched. */
  waits?: Record<keyof Watched | 'client', number>
}

export type LoadNews = { answered: Answered[]; seconds: number; cpuMs: number } | { error: string }

/** The API allows 1,200 searches a minute for each network; a client moves on before that. */
const REQUESTS_PER_NETWORK = 1000
const PAGE_SIZE = 25

/** Searches one after the other; every so often it comes from another loopback address. */
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

/** The total in an answer, read without parsing what the other clients would have to wait for. */
function countIn(text: Buffer): number {
  const digits = /"count":(\d+),"totalPages"/.exec(
    text.subarray(text.lastIndexOf('"count":')).toString(),
  )
  if (!digits) throw new Error('The answer holds no total')
  return Number(digits[1])
}

async function load(order: LoadOrder): Promise<LoadNews> {
  const { url, cookie, visits, clients, facets, seconds, watched } = order
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

process.once('message', (order: LoadOrder) => {
  load(order)
    .catch((error: unknown): LoadNews => ({ error: String(error) }))
    .then((news) => process.send?.(news, () => process.disconnect()))
    .catch(() => process.exit(1))
})
