import { setTimeout as sleep } from 'node:timers/promises'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { type ShapeName, shapesOf } from '#sync/contract/shapes.ts'
import type { LivePosition, LiveResponse } from '#sync/contract/wire.ts'
import type { BenchAccount } from './bench-account.ts'
import { HttpConnection } from './http-connection.ts'

/** A pause after an answer that cannot be used, as a device would make. */
const RETRY_MS = 200

type Answer = LiveResponse['shapes'][number]

/** A member's device as the server sees it: without a database, and all else by HTTP. */
export class TeamFollower {
  private readonly positions = new Map<string, LivePosition>()
  private readonly leaving = new AbortController()
  private readonly hearers = new Set<(answer: Answer) => void>()
  /** Rows that the first sync brought. */
  rows = 0

  constructor(
    private readonly origin: string,
    readonly account: BenchAccount,
    /** The team whose rows it follows besides the account's. */
    private readonly teamId?: string,
  ) {}

  /** Reads all shapes of the account and of its team. @returns how long it took, in milliseconds. */
  async firstSync(): Promise<number> {
    const startedAt = performance.now()
    await Promise.all([
      ...shapesOf('account').map((name) => this.readToEnd(name)),
      ...(this.teamId === undefined ? [] : shapesOf('team')).map((name) =>
        this.readToEnd(name, this.teamId),
      ),
    ])
    return performance.now() - startedAt
  }

  /** Waits for news of all shapes at once, again and again, until it is closed. */
  async follow(): Promise<void> {
    const { signal } = this.leaving
    const headers = { ...this.account.headers, Origin: this.origin }
    while (!signal.aborted) {
      const connection = new HttpConnection(`${this.origin}/api/shapes/live`, headers, '127.0.0.1')
      const close = () => connection.close()
      signal.addEventListener('abort', close)
      try {
        for (;;) {
          const { status, body } = await connection.post(
            this.bodyOf({ shapes: [...this.positions.values()] }),
          )
          if (status !== 200) throw new Error(`A live request was answered ${status}.`)
          for (const answer of (JSON.parse(String(body)) as LiveResponse).shapes) this.take(answer)
        }
      } catch (error) {
        if (!signal.aborted) console.error(error)
      }
      signal.removeEventListener('abort', close)
      close()
      await sleep(RETRY_MS)
    }
  }

  /** Calls back with each answer of a shape. */
  onAnswer(hear: (answer: Answer) => void): void {
    this.hearers.add(hear)
  }

  /** Resolves with the time at which an answer held this text. */
  heard(text: string): Promise<number> {
    return new Promise((resolve) => {
      const hear = ({ body }: Answer) => {
        if (!body.includes(text)) return
        this.hearers.delete(hear)
        resolve(performance.now())
      }
      this.hearers.add(hear)
    })
  }

  /** @throws unless the server took the change. */
  async push(mutation: object): Promise<void> {
    const response = await fetch(`${this.origin}/api/mutations`, {
      method: 'POST',
      headers: {
        ...this.account.headers,
        'Content-Type': 'application/json',
        Origin: this.origin,
      },
      body: this.bodyOf({ mutations: [mutation] }),
    })
    const text = await response.text()
    if (!text.includes('"status":"applied"')) throw new Error(`push: ${response.status} ${text}`)
  }

  close(): void {
    this.leaving.abort()
  }

  private bodyOf(more: object): string {
    return JSON.stringify({ version: CONTRACT_VERSION, user_id: this.account.id, ...more })
  }

  private take(answer: Answer): void {
    const { name, owner, status, headers } = answer
    if (status >= 300) throw new Error(`A live request of ${name} was answered ${status}.`)
    const key = `${name} ${owner}`
    const before = this.positions.get(key)
    if (!before) throw new Error(`Nobody asked for ${key}.`)
    const offset = headers['electric-offset'] ?? before.offset
    const cursor = headers['electric-cursor']
    this.positions.set(key, { ...before, offset, ...(cursor === undefined ? {} : { cursor }) })
    for (const hear of [...this.hearers]) hear(answer)
  }

  private async readToEnd(name: ShapeName, owner?: string): Promise<void> {
    const whose: { owner?: string } = owner === undefined ? {} : { owner }
    let place: Record<string, string> = { offset: '-1' }
    for (;;) {
      const query = new URLSearchParams({ ...whose, ...place })
      const { headers } = this.account
      const response = await fetch(`${this.origin}/api/shapes/${name}?${query}`, { headers })
      if (!response.ok) throw new Error(`${name} was answered ${response.status}.`)
      const messages = (await response.json()) as { value?: object }[]
      this.rows += messages.filter(({ value }) => value !== undefined).length
      const told = (header: string) => response.headers.get(`electric-${header}`) ?? ''
      const [handle, offset] = [told('handle'), told('offset')]
      place = { handle, offset }
      if (!response.headers.has('electric-up-to-date')) continue
      this.positions.set(`${name} ${owner}`, { name, ...whose, handle, offset })
      return
    }
  }
}
