import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#db/client.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { PushResponse } from '#sync/contract/wire.ts'
import type { BenchAccount } from '#tests/bench/bench-account.ts'
import { wireMutation } from './push.ts'

const RETRY_MS = 200
/** How long a device may take for pending mutations after the last edit. */
const CATCH_UP_MS = 60_000

interface Message {
  key?: string
  value?: { id: string }
  headers: { operation?: string }
}

/**
 * A device as the server sees it, without a database: it makes lists, each by one mutation that it sends
 * until it is answered, and follows the shape of its account's lists.
 */
export class ListEditor {
  /** Ids of lists whose mutation was answered as applied, and when. */
  readonly acknowledged = new Map<string, number>()
  /** Milliseconds from the answer of an edit until the follower had it. */
  readonly deliveries: number[] = []
  /** Live requests that ended with 204. */
  heldEnded = 0
  /** Answers of the shape server that could not be used, each asked again. */
  retries = 0
  /** How often the shape had to be fetched again. */
  refetches = 0
  /** Lists that came twice without a fetch in between. */
  doubled = 0
  private held = new Set<string>()
  private position: { handle?: string; offset: string; cursor?: string } = { offset: '-1' }
  private readonly leaving = new AbortController()
  private following: Promise<void> = Promise.resolve()

  /** @param told called for each push with its path, and its status or the reason for its failure */
  constructor(
    private readonly url: string,
    private readonly account: BenchAccount,
    private readonly told: (path: string, status: number | string, ms: number) => void,
  ) {}

  /** Creates lists until the signal aborts; the last push is repeated until it succeeds. */
  async edit(signal: AbortSignal, pauseMs: number): Promise<void> {
    while (!signal.aborted) {
      const id = crypto.randomUUID()
      const args = { id, name: 'Edited', description: null, candidate_ids: [] }
      const mutations = [wireMutation('lists.create', args, id)]
      while (!(await this.push(mutations))) await sleep(RETRY_MS)
      this.acknowledged.set(id, performance.now())
      await sleep(pauseMs)
    }
  }

  private async push(mutations: object[]): Promise<boolean> {
    const startedAt = performance.now()
    const path = '/api/mutations'
    const tell = (status: number | string) => this.told(path, status, performance.now() - startedAt)
    try {
      const response = await fetch(this.url + path, {
        method: 'POST',
        headers: { ...this.account.headers, 'Content-Type': 'application/json', Origin: this.url },
        body: JSON.stringify({
          version: CONTRACT_VERSION,
          user_id: this.account.id,
          mutations,
        }),
      })
      const text = await response.text()
      tell(response.status)
      if (response.status !== 200) return false
      const [result] = (JSON.parse(text) as PushResponse).results
      if (result?.status !== 'applied') throw new Error(`An edit was refused: ${text}`)
      return true
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      tell(String(error.cause ?? error))
      return false
    }
  }

  /** Follows the shape, until it is closed. */
  async follow(): Promise<void> {
    this.following = this.run()
  }

  private async run(): Promise<void> {
    const { signal } = this.leaving
    while (!signal.aborted) {
      try {
        await this.ask(signal)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
        this.retries += 1
        await sleep(RETRY_MS)
      }
    }
  }

  private isLive = false

  private async ask(signal: AbortSignal): Promise<void> {
    const query = new URLSearchParams({ ...this.position, ...(this.isLive && { live: 'true' }) })
    const { headers } = this.account
    const response = await fetch(`${this.url}/api/shapes/lists?${query}`, { headers, signal })
    const text = await response.text()
    if (response.status === 409) {
      this.refetches += 1
      this.position = { offset: '-1' }
      this.isLive = false
      this.held = new Set()
      return
    }
    if (response.status === 204) this.heldEnded += 1
    else if (response.status !== 200) {
      this.retries += 1
      await sleep(RETRY_MS)
      return
    }
    const header = (name: string) => response.headers.get(`electric-${name}`) ?? undefined
    const [handle, offset, cursor] = [header('handle'), header('offset'), header('cursor')]
    this.position = {
      offset: offset ?? this.position.offset,
      ...(handle !== undefined && { handle }),
      ...(cursor !== undefined && { cursor }),
    }
    if (text !== '') this.take(JSON.parse(text) as Message[])
    if (response.headers.has('electric-up-to-date')) this.isLive = true
  }

  private take(messages: Message[]): void {
    const now = performance.now()
    for (const { value, headers } of messages) {
      if (headers.operation !== 'insert' || !value) continue
      if (this.held.has(value.id)) this.doubled += 1
      this.held.add(value.id)
      const answeredAt = this.acknowledged.get(value.id)
      if (this.isLive) this.deliveries.push(answeredAt === undefined ? 0 : now - answeredAt)
    }
  }

  /**
   * Compares what was acknowledged with the database and, once the follower had time, with what it has.
   */
  async check(sql: Sql): Promise<{ lostOrDoubled: number; notOnDevice: number }> {
    const rows = await sql<{ id: string; times: number }[]>`
      select l.id, (select count(*)::int from mutation_results r where r.id = l.id) as times
      from lists l where owner_id = ${this.account.id}`
    const kept = new Map(rows.map(({ id, times }) => [id, times]))
    const lost = [...this.acknowledged.keys()].filter((id) => kept.get(id) !== 1).length
    const more = rows.filter(({ id }) => !this.acknowledged.has(id)).length
    const deadline = Date.now() + CATCH_UP_MS
    const missing = () => rows.filter(({ id }) => !this.held.has(id)).length
    while (missing() > 0 && Date.now() < deadline) await sleep(50)
    return { lostOrDoubled: lost + more + this.doubled, notOnDevice: missing() }
  }

  async close(): Promise<void> {
    this.leaving.abort()
    await this.following
  }
}
