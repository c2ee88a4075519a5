import { setMaxListeners } from 'node:events'
import { ShapeStream } from '@electric-sql/client'

/** Official clients, each live on its own shape, and when each heard of what was written. */
export class ShapeClients {
  private readonly abort = new AbortController()
  private readonly listeners: ((client: number, value: number) => void)[] = []
  private readonly streams: ShapeStream[]

  constructor(url: string, count: number) {
    // All of them listen to the one signal.
    setMaxListeners(0, this.abort.signal)
    this.streams = Array.from({ length: count }, (_, client) => {
      const params = { table: 'shape_bench', where: 'owner = $1', params: [String(client)] }
      const stream = new ShapeStream({ url, params, signal: this.abort.signal })
      stream.subscribe((messages) => {
        for (const message of messages) {
          const value = 'value' in message ? Number((message.value as { n?: unknown }).n) : NaN
          if (!Number.isNaN(value)) for (const hear of this.listeners) hear(client, value)
        }
      })
      return stream
    })
  }

  areLive(): boolean {
    return this.streams.every((stream) => stream.isUpToDate)
  }

  /** Settles with the times at which each of these clients heard of a value. */
  heard(clients: number[], value: number): Promise<number[]> {
    const missing = new Set(clients)
    const times: number[] = []
    return new Promise((resolve) => {
      const hear = (client: number, told: number) => {
        if (told !== value || !missing.delete(client)) return
        times.push(performance.now())
        if (missing.size > 0) return
        this.listeners.splice(this.listeners.indexOf(hear), 1)
        resolve(times)
      }
      this.listeners.push(hear)
    })
  }

  close(): void {
    this.abort.abort()
  }
}
