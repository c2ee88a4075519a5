import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { PriceName } from '#api/contract/billing.ts'
import { standInApi } from './api.ts'
import { Deliveries } from './deliver.ts'
import { Ledger } from './ledger.ts'
import type { Event } from './objects.ts'
import { standInPages } from './pages.ts'
import { newState, readState, writeState } from './state.ts'

/** The stand-in for Stripe in development and tests. */
export interface StandIn {
  /** The API under `/v1`, with the pages beside it. It must be mounted at `/dev/stripe`. */
  app: Hono
  ledger: Ledger
  apiKey: string
  webhookSecret: string
  close(): void
}

export interface StandInOptions {
  prices: Record<PriceName, string>
  /** The app's public URL, below which checkout and portal pages are served. */
  publicUrl: string
  /** The address that webhooks are delivered to; without it, none are. */
  webhookUrl?: string
  /** The file that stores the ledger; without it, the ledger is in memory only. */
  file?: string
  log: Logger
  /** The current time in milliseconds, like `Date.now`. */
  now?: () => number
}

/**
 * Opens a stand-in for Stripe on this machine: the part of its API that we call, a test checkout, a
 * portal, signed webhooks. No money moves.
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
  // These events were not delivered by an earlier run.
  deliver(state.events.filter(({ pending_webhooks }) => pending_webhooks > 0))

  const app = new Hono()
    .route('/v1', standInApi(ledger))
    .route('/', standInPages(ledger, new URL(publicUrl).origin))
  return { app, ledger, apiKey, webhookSecret, close: () => deliveries?.close() }
}
