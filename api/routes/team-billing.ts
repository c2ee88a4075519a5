import { createRoute, z } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { billingRedirect } from '#api/contract/billing.ts'
import {
  seatsPreview,
  seatsPreviewRequest,
  teamCheckoutRequest,
  teamPlan,
  teamSeatsRequest,
} from '#api/contract/team-billing.ts'
import { confirmed } from '#api/middleware/confirmed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import {
  changeSeats,
  openTeamPortal,
  previewSeats,
  readTeamPlan,
  startTeamCheckout,
} from '#api/services/billing/team-seats.ts'
import { errorResponses, json, jsonBody } from './responses.ts'
import { teamCallerOf } from './team-caller.ts'

const tags = ['Teams']
const params = z.object({ id: z.uuid() })

/** The rate limit shared by the routes that call Stripe. */
const limit = rateLimit({ requests: 20, seconds: 60, per: 'account', shared: 'team_billing' })
/** The options shared by those of them that charge nobody. */
const asking = { tags, middleware: [permitted('teams.use'), limit] }
const CHANGE_ERRORS = errorResponses(400, 401, 402, 403, 409, 429, 502)

const read = createRoute({
  method: 'get',
  path: '/teams/{id}/plan',
  summary: "Read a team's plan and seats, as its owner",
  tags,
  middleware: [permitted('teams.use'), rateLimit({ requests: 120, seconds: 60 })] as const,
  request: { params },
  responses: {
    200: json(teamPlan, 'The plan; null without one.'),
    ...errorResponses(400, 401, 403, 429),
  },
})

const preview = createRoute({
  ...asking,
  method: 'post',
  path: '/teams/{id}/plan/preview',
  summary: 'Preview the price of another number of seats',
  request: { params, body: jsonBody(seatsPreviewRequest) },
  responses: {
    200: json(seatsPreview, 'The price, which holds for a quarter of an hour.'),
    ...CHANGE_ERRORS,
  },
})

const change = createRoute({
  tags,
  middleware: [permitted('teams.use'), confirmed(), limit] as const,
  method: 'put',
  path: '/teams/{id}/plan/seats',
  summary: 'Buy seats at once, or reduce them from the renewal on',
  description:
    'More seats are charged at once and there once they are paid. Idempotent: of changes made at once from the same seats one is carried out.',
  request: { params, body: jsonBody(teamSeatsRequest) },
  responses: {
    200: json(teamPlan, 'The plan as it is now.'),
    ...CHANGE_ERRORS,
  },
})

const checkout = createRoute({
  ...asking,
  method: 'post',
  path: '/teams/{id}/plan/checkout',
  summary: 'Start the checkout of a team; a team with a plan gets the customer portal instead',
  request: { params, body: jsonBody(teamCheckoutRequest) },
  responses: {
    200: json(billingRedirect, 'The page to go to.'),
    ...errorResponses(400, 401, 403, 409, 429, 502),
  },
})

const portal = createRoute({
  ...asking,
  method: 'post',
  path: '/teams/{id}/plan/portal',
  summary: "Open the customer portal of a team's plan: card, invoices, cancellation",
  request: { params },
  responses: {
    200: json(billingRedirect, 'The page to go to.'),
    ...errorResponses(400, 401, 403, 429, 502),
  },
})

/** The billing of teams: only for their owners, and never for an account that is shared. */
export const teamBillingRoutes = router()
  .openapi(read, async (c) => {
    const plan = await readTeamPlan(c.var.parts.billing, teamCallerOf(c, c.req.valid('param').id))
    return c.json(plan, 200)
  })
  .openapi(preview, async (c) => {
    const caller = teamCallerOf(c, c.req.valid('param').id)
    const price = await previewSeats(c.var.parts.billing, caller, c.req.valid('json').seats)
    return c.json(price, 200)
  })
  .openapi(change, async (c) => {
    const { billing } = c.var.parts
    const caller = teamCallerOf(c, c.req.valid('param').id)
    await changeSeats(billing, caller, c.req.valid('json'))
    return c.json(await readTeamPlan(billing, caller), 200)
  })
  .openapi(checkout, async (c) => {
    const caller = teamCallerOf(c, c.req.valid('param').id)
    const url = await startTeamCheckout(c.var.parts.billing, caller, c.req.valid('json'))
    return c.json({ url }, 200)
  })
  .openapi(portal, async (c) => {
    const url = await openTeamPortal(c.var.parts.billing, teamCallerOf(c, c.req.valid('param').id))
    return c.json({ url }, 200)
  })
