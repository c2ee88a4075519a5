import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { PriceName } from '#api/contract/billing.ts'
import { standInApi } from './api.ts'
import { Deliveries } from './deliver.ts'
import { Ledger } from './ledger.ts'
import type { Event } from './objects.ts'
import { standInPages } from './pages.ts'
import { newState, readState, writeState } from './state.ts'

export interface StandIn {
  /** API under `/v1`, pages beside it. Belongs at `/dev/stripe`. */
  app: Hono
  ledger: Ledger
  apiKey: string
  webhookSecret: string
  close(): void
}

export interface StandInOptions {
  prices: Record<PriceName, string>
  /** Where people reach the app: checkout and portal pages are under it. */
  publicUrl: string
  /** Where webhooks are delivered; without it none are. */
  webhookUrl?: string
  /** Where the books are kept; without it they are forgotten. */
  file?: string
  log: Logger
  /** Milliseconds, as Date.now. */
  now?: () => number
}

/**
 * Plays Stripe on this machine: its API as far as we call it, a test checkout, a portal, signed
 * webhooks. No money moves.
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
  // What an earlier run could not deliver any more.
  deliver(state.events.filter(({ pending_webhooks }) => pending_webhooks > 0))

  const app = new Hono()
    .route('/v1', standInApi(ledger))
    .route('/', standInPages(ledger, new URL(publicUrl).origin))
  return { app, ledger, apiKey, webhookSecret, close: () => deliveries?.close() }
}
