import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { LiveResponse, PushResponse } from '#sync/contract/wire.ts'
import type { BenchAccount } from './bench-account.ts'
import { HttpConnection } from './http-connection.ts'
import { TeamFollower } from './team-followers.ts'

/** The job of the process that simulates all devices. */
export interface SustainedJob {
  origin: string
  accounts: (BenchAccount & { list: string })[]
  people: string[]
  pushesPerSecond: number
  seconds: number
}

/** The outcome of a push. All times are in ms. */
export interface Pushed {
  /** Rows that its answer says were written, and rows that its own device was sent, each once or not. */
  rows: number
  heard: number
  heardTwice: number
  /** The time from its response to its last row on the device; null if not all rows arrived. */
  sinceCommit: number | null
  sinceSent: number | null
  /** How long it waited for its device's push before it: the server is behind then. */
  waited: number
}

export interface SustainedLoad {
  pushes: Pushed[]
  /** The time from the first push to the response to the last one. */
  seconds: number
  cpuMs: number
}

export type SustainedMessage = 'live' | { load: SustainedLoad } | { error: string }

const SYNCING_AT_ONCE = 8
/** How long to wait for the last rows after the last push. */
const PATIENCE_MS = 15_000

interface Waiting {
  dueAt: number
  sentAt: number
  answeredAt: number
  heardAt: number
  txid: number | undefined
}

/** A signed-in device: it pushes what it changed, and waits for news of all its shapes at once. */
class Device {
  readonly pushed: Waiting[] = []
  /** How often each row of a transaction was sent, by transaction and key. */
  private readonly heard = new Map<number, { times: Map<string, number>; at: number }>()
  private readonly follower: TeamFollower
  private readonly connection: HttpConnection
  private last: Promise<unknown> = Promise.resolve()
  private isRemoved = false

  constructor(
    private readonly job: SustainedJob,
    readonly account: SustainedJob['accounts'][number],
  ) {
    const { origin } = job
    this.follower = new TeamFollower(origin, account)
    this.connection = new HttpConnection(
      `${origin}/api/mutations`,
      { ...account.headers, Origin: origin },
      '127.0.0.1',
    )
  }

  async follow(): Promise<void> {
    await this.follower.firstSync()
    this.follower.onAnswer((shape) => this.hear(shape))
    void this.follower.follow()
  }

  /** Removes all people from the list, or restores them, once the previous push was answered. */
  push(dueAt: number): Promise<unknown> {
    this.last = this.last.then(async () => {
      const name = this.isRemoved ? 'members.restore' : 'members.remove'
      this.isRemoved = !this.isRemoved
      const mutation = {
        id: randomUUID(),
        name,
        args: { list_id: this.account.list, candidate_ids: this.job.people },
        created_at: new Date().toISOString(),
      }
      const named = { version: CONTRACT_VERSION, user_id: this.account.id }
      const sentAt = performance.now()
      const { status, body } = await this.connection.post(
        JSON.stringify({ ...named, mutations: [mutation] }),
      )
      const answeredAt = performance.now()
      if (status !== 200) throw new Error(`A push was answered ${status}: ${body}`)
      const [result] = (JSON.parse(String(body)) as PushResponse).results
      if (result?.status !== 'applied') throw new Error(`A push was refused: ${body}`)
      this.pushed.push({ dueAt, sentAt, answeredAt, heardAt: 0, txid: result.txid })
    })
    return this.last
  }

  hasHeardAll(): boolean {
    return this.pushed.every(({ txid }) => this.rowsOf(txid).size >= this.job.people.length)
  }

  results(): Pushed[] {
    return this.pushed.map(({ dueAt, sentAt, answeredAt, txid }) => {
      const times = this.rowsOf(txid)
      const heardAt = this.heard.get(txid ?? 0)?.at ?? 0
      const isWhole = times.size === this.job.people.length
      return {
        rows: this.job.people.length,
        heard: times.size,
        heardTwice: [...times.values()].filter((count) => count > 1).length,
        // The device may receive the rows before the response to the push.
        sinceCommit: isWhole ? Math.max(0, heardAt - answeredAt) : null,
        sinceSent: isWhole ? heardAt - sentAt : null,
        waited: sentAt - dueAt,
      }
    })
  }

  close(): void {
    this.follower.close()
    this.connection.close()
  }

  private rowsOf(txid: number | undefined): ReadonlyMap<string, number> {
    return this.heard.get(txid ?? 0)?.times ?? new Map()
  }

  private hear({ name, body }: LiveResponse['shapes'][number]): void {
    if (name !== 'list_members' || !body.includes('"txids"')) return
    const at = performance.now()
    const messages = JSON.parse(body) as { key?: string; headers: { txids?: number[] } }[]
    for (const { key, headers } of messages) {
      for (const txid of headers.txids ?? []) {
        const told = this.heard.get(txid) ?? { times: new Map<string, number>(), at }
        this.heard.set(txid, told)
        told.times.set(key ?? '', (told.times.get(key ?? '') ?? 0) + 1)
        told.at = at
      }
    }
  }
}

async function run(job: SustainedJob): Promise<SustainedLoad> {
  const devices = job.accounts.map((account) => new Device(job, account))
  const queue = [...devices]
  const syncing = Array.from({ length: SYNCING_AT_ONCE }, async () => {
    for (let device = queue.shift(); device; device = queue.shift()) await device.follow()
  })
  await Promise.all(syncing)
  process.send?.('live' satisfies SustainedMessage)
  await new Promise((resolve) => process.once('message', resolve))

  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const pushes: Promise<unknown>[] = []
  const count = job.pushesPerSecond * job.seconds
  for (let index = 0; index < count; index++) {
    const dueAt = startedAt + (index * 1000) / job.pushesPerSecond
    const wait = dueAt - performance.now()
    if (wait > 0) await sleep(wait)
    const pushed = devices[index % devices.length]?.push(dueAt)
    // Fails with the rest, below.
    pushed?.catch(() => undefined)
    if (pushed) pushes.push(pushed)
  }
  await Promise.all(pushes)
  const seconds = (performance.now() - startedAt) / 1000
  const until = performance.now() + PATIENCE_MS
  while (!devices.every((device) => device.hasHeardAll()) && performance.now() < until) {
    await sleep(20)
  }
  const { user, system } = process.cpuUsage(cpu)
  for (const device of devices) device.close()
  return {
    pushes: devices.flatMap((device) => device.results()),
    seconds,
    cpuMs: (user + system) / 1000,
  }
}

process.once('message', (job: SustainedJob) => {
  run(job)
    .then((load): SustainedMessage => ({ load }))
    .catch((error: unknown): SustainedMessage => ({ error: String(error) }))
    .then((message) => process.send?.(message, () => process.exit()))
    .catch(() => process.exit(1))
})
