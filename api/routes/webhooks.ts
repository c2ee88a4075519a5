import { type createRoute, z } from '@hono/zod-openapi'
import { Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { sizeLimit } from '#api/middleware/size-limit.ts'
import { receiveEvent } from '#api/services/billing/webhook.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

/** Stripe's largest events are far smaller. */
const EVENT_MAX_BYTES = 512 * 1024

/** Describes the route in the API document: the route reads the raw body itself. */
export const WEBHOOK_DOCUMENT: Parameters<typeof createRoute>[0] = {
  method: 'post',
  path: '/webhooks/stripe',
  summary: 'Receive an event of Stripe',
  tags: ['Billing'],
  request: {
    headers: z.object({ 'stripe-signature': z.string() }),
    body: jsonBody(z.object({ id: z.string(), type: z.string() })),
  },
  responses: {
    200: json(z.object({ received: z.boolean() }), 'Taken in, or known already.'),
    ...errorResponses(400, 413, 502),
  },
}

/**
 * `POST /api/webhooks/stripe`. The signature alone authenticates the caller. It covers the raw
 * bytes, so neither the session nor a body parser may come before it.
 */
export const webhookRoutes = new Hono<AppEnv>().post(
  '/api/webhooks/stripe',
  sizeLimit(EVENT_MAX_BYTES),
  async (c) => {
    const signature = c.req.header('stripe-signature') ?? ''
    await receiveEvent(c.var.parts.billing, await c.req.text(), signature)
    return c.json({ received: true })
  },
)
