import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Event } from './objects.ts'

/** Backoff between retries; after the last the event is dropped, and reconciliation finds it. */
const RETRY_DELAYS_MS = [500, 2000, 10_000, 60_000, 600_000]
const TIMEOUT_MS = 10_000

export interface DeliveryOptions {
  webhookUrl: string
  webhookSecret: string
  log: Logger
  /** Called when the event was delivered or dropped: there is no further retry. */
  onSettled(event: Event): void
}

/** Sends events as signed webhooks, and retries until they are accepted. */
export class Deliveries {
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly stopping = new AbortController()

  constructor(private readonly options: DeliveryOptions) {}

  /** Starts the delivery, and returns at once. */
  send(event: Event, attempt = 0): void {
    // The delivery starts in a later turn: the request that caused the event is answered first.
    this.after(0, () => {
      this.post(event).then(
        (isTaken) => {
          if (isTaken) this.options.onSettled(event)
          else this.retry(event, attempt)
        },
        (err: unknown) => this.options.log.error({ err }, 'The stand-in could not store its state'),
      )
    })
  }

  close(): void {
    this.stopping.abort()
    for (const timer of this.timers) clearTimeout(timer)
  }

  private retry(event: Event, attempt: number): void {
    const delay = RETRY_DELAYS_MS[attempt]
    if (delay === undefined) this.options.onSettled(event)
    else this.after(delay, () => this.send(event, attempt + 1))
  }

  private after(ms: number, run: () => void): void {
    if (this.stopping.signal.aborted) return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      run()
    }, ms)
    timer.unref()
    this.timers.add(timer)
  }

  private async post(event: Event): Promise<boolean> {
    const body = JSON.stringify(event)
    // Node 20 may collect an `AbortSignal.timeout` within `any` as garbage, and it then never
    // fires.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
    const signal = AbortSignal.any([this.stopping.signal, late.signal])
    try {
      const response = await fetch(this.options.webhookUrl, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signatureOf(body, this.options.webhookSecret),
        },
        body,
        signal,
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      // The receiver is unavailable or too slow: the delivery is retried either way.
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Stripe's signature: an HMAC over the time and the raw body. */
export function signatureOf(body: string, secret: string, now = Date.now()): string {
  const time = Math.floor(now / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${mac}`
}
