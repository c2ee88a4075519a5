import { type Row, ShapeStream, type ShapeStreamOptions } from '@electric-sql/client'

/** Rows as an official client has them, by key. */
export class OfficialClient {
  readonly rows = new Map<string, Row>()
  readonly stream: ShapeStream
  refetches = 0
  error: Error | undefined
  private readonly abort = new AbortController()

  constructor(options: ShapeStreamOptions) {
    this.stream = new ShapeStream({
      ...options,
      signal: this.abort.signal,
      onError: (error) => {
        this.error = error
      },
    })
    this.stream.subscribe((messages) => {
      for (const message of messages) {
        if ('control' in message.headers) {
          if (message.headers.control !== 'must-refetch') continue
          this.rows.clear()
          this.refetches++
        } else if ('key' in message) {
          const { key, value, headers } = message
          if (headers.operation === 'delete') this.rows.delete(key)
          else this.rows.set(key, { ...this.rows.get(key), ...value })
        }
      }
    })
  }

  values(): Row[] {
    return [...this.rows.values()]
  }

  close(): void {
    this.abort.abort()
  }
}
