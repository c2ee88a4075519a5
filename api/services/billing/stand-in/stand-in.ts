import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { PriceName } from '#api/contract/billing.ts'
import { standInApi } from './api.ts'
import { Deliveries } from './deliver.ts'
import { Ledger } from './ledger.ts'
import type { Event } from './objects.ts'
import { standInPages } from './pages.ts'
import { newState, readState, writeState } from './state.ts'

/** The payment company, as development and tests have it. */
export interface StandIn {
  /** The API under `/v1`, the pages beside it. To be mounted at `/dev/stripe`. */
  app: Hono
  ledger: Ledger
  apiKey: string
  webhookSecret: string
  close(): void
}

export interface StandInOptions {
  prices: Record<PriceName, string>
  /** The app's public URL: checkout and portal pages are under it. */
  publicUrl: string
  /** Where webhooks are delivered; when missing, none are. */
  webhookUrl?: string
  /** Where the ledger is stored; when missing, in memory alone. */
  file?: string
  log: Logger
  /** Milliseconds, as Date.now. */
  now?: () => number
}

/**
 * Stands in for Stripe on this machine: the part of its API that we call, a test checkout, a portal,
 * signed webhooks. No money moves.
 */
export function openStandIn(options: StandInOptions): StandIn {
  const { file, publicUrl, webhookUrl, prices, log, now = Date.now } = options
  const state = file ? readState(file) : newState()
  const save = () => {
    if (file) writeState(file, state)
  }
  const { apiKey, webhookSecret } = state
  const deliveries = webhookUrl
    ? new Deliveries({
        webhookUrl,
        webhookSecret,
        log,
        onSettled(event) {
          event.pending_webhooks = 0
          save()
        },
      })
    : undefined
  const deliver = (events: readonly Event[]) => {
    for (const event of events) deliveries?.send(event)
  }
  const ledger = new Ledger({
    state,
    prices,
    pagesUrl: `${publicUrl}/dev/stripe`,
    now: () => Math.floor(now() / 1000),
    onChange(events) {
      save()
      deliver(events)
    },
  })
  // Events that an earlier run did not deliver.
  deliver(state.events.filter(({ pending_webhooks }) => pending_webhooks > 0))

  const app = new Hono()
    .route('/v1', standInApi(ledger))
    .route('/', standInPages(ledger, new URL(publicUrl).origin))
  return { app, ledger, apiKey, webhookSecret, close: () => deliveries?.close() }
}
