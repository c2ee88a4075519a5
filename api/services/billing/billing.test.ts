import { pino } from 'pino'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { fromStripe } from './billing.ts'

it('a failure of Stripe is logged without its words, which quote addresses', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(line) })
  const refused = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    code: 'email_invalid',
    message: 'Invalid email address: jo@example',
  })
  const failing = fromStripe({ log, metrics: createMetrics() }, Promise.reject(refused))
  const error = await failing.catch((error: unknown) => error)
  log.error({ err: error })
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('"code":"email_invalid"')
  expect(lines[1]).toContain('The billing service does not answer.')
  expect(lines.join()).not.toContain('jo@example')
})
