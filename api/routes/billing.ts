import { createRoute } from '@hono/zod-openapi'
import { type AppEnv, router } from '#api/context.ts'
import {
  billingRedirect,
  checkoutRequest,
  confirmRequest,
  confirmResponse,
} from '#api/contract/billing.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { ownAccount } from '#api/services/accounts/own-account.ts'
import { confirmCheckout, openPortal, startCheckout } from '#api/services/billing/checkout.ts'
import { canInTeam } from '#sync/contract/team-permissions.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const ERRORS = errorResponses(400, 401, 403, 429, 502)

const checkout = createRoute({
  method: 'post',
  path: '/billing/checkout',
  summary: 'Start a checkout; an account with a plan gets the customer portal instead',
  tags: ['Billing'],
  middleware: [permitted('billing.use'), rateLimit({ requests: 20, seconds: 60 })] as const,
  request: { body: jsonBody(checkoutRequest) },
  responses: { 200: json(billingRedirect, 'The page to go to.'), ...ERRORS },
})

const portal = createRoute({
  method: 'post',
  path: '/billing/portal',
  summary: 'Open the customer portal: plan, card, invoices, cancellation',
  tags: ['Billing'],
  middleware: [permitted('billing.use'), rateLimit({ requests: 20, seconds: 60 })] as const,
  responses: { 200: json(billingRedirect, 'The page to go to.'), ...ERRORS },
})

const confirm = createRoute({
  method: 'post',
  path: '/billing/confirm',
  summary: 'Check a finished checkout at once, without waiting for its webhook',
  tags: ['Billing'],
  middleware: [permitted('billing.use'), rateLimit({ requests: 30, seconds: 60 })] as const,
  request: { body: jsonBody(confirmRequest) },
  responses: {
    200: json(confirmResponse, 'The state of the payment.'),
    ...errorResponses(400, 401, 403, 404, 429, 502),
  },
})

export const billingRoutes = router()
  .openapi(checkout, async (c) => {
    const userId = payer(c.var)
    const url = await startCheckout(c.var.parts.billing, userId, c.req.valid('json'))
    return c.json({ url }, 200)
  })
  .openapi(portal, async (c) => {
    const url = await openPortal(c.var.parts.billing, payer(c.var))
    return c.json({ url }, 200)
  })
  .openapi(confirm, async (c) => {
    const { user, memberships } = ownAccount(c.var.account, c.var.parts.env)
    const teams = memberships.filter(({ role }) => canInTeam(role, 'team.seats'))
    const ownerIds = [user.id, ...teams.map(({ teamId }) => teamId)]
    const { sessionId } = c.req.valid('json')
    return c.json(await confirmCheckout(c.var.parts.billing, ownerIds, sessionId), 200)
  })

/** The paying account; never a shared one, where one visitor would pay for all. */
const payer = ({ account, parts }: AppEnv['Variables']) => ownAccount(account, parts.env).user.id
