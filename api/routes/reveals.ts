import { createRoute } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { accountOf, router } from '#api/context.ts'
import {
  contactsKnown,
  contactsKnownOf,
  revealCostOf,
  revealCost as revealCostShape,
  revealSeveral,
  severalRevealed,
} from '#api/contract/contact-reveal.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { revealPeople } from '#api/services/contacts/reveal.ts'
import { revealCost } from '#api/services/contacts/reveal-budget.ts'
import { contactsKnownById } from '#api/services/directory/candidates.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const several = createRoute({
  method: 'post',
  path: '/reveals',
  summary: 'Reveal the contacts of several people, within the budget',
  tags: ['Candidates'],
  middleware: [
    permitted('contact.reveal'),
    // The limit allows a day's budget in two minutes: a confirmed batch must not take all morning.
    rateLimit({ requests: 12, seconds: 60, per: 'account', shared: 'reveal_several' }),
  ] as const,
  request: { body: jsonBody(revealSeveral) },
  responses: {
    200: json(severalRevealed, 'The contacts of each person, and what is left of the budget.'),
    ...errorResponses(400, 403, 429),
  },
})

const cost = createRoute({
  method: 'post',
  path: '/reveals/cost',
  summary: 'Preview the budget that revealing these people would take',
  tags: ['Candidates'],
  middleware: [
    permitted('contact.reveal'),
    rateLimit({ requests: 60, seconds: 60, per: 'account', shared: 'reveal_cost', batch: 4 }),
  ] as const,
  request: { body: jsonBody(revealCostOf) },
  responses: {
    200: json(revealCostShape, 'People not yet revealed, and the reveals left today.'),
    ...errorResponses(400, 403, 429),
  },
})

const known = createRoute({
  method: 'post',
  path: '/candidates/contacts',
  summary: 'Read which contacts of these people exist, their age and their source',
  tags: ['Candidates'],
  middleware: [
    // Every account with lists may read this, even after its plan has ended: a profile shows as
    // much.
    permitted('replica.sync'),
    rateLimit({ requests: 120, seconds: 60, per: 'account', shared: 'contacts_known', batch: 4 }),
  ] as const,
  request: { body: jsonBody(contactsKnownOf) },
  responses: {
    200: json(contactsKnown, 'The kinds of contact of each person, without values.'),
    ...errorResponses(400, 401, 403, 429),
  },
})

export const revealRoutes = router()
  .openapi(several, async (c) => {
    const caller = callerOf(c)
    const { ids } = c.req.valid('json')
    const { people, left } = await c.var.parts.sql.begin((tx) => revealPeople(tx, caller, ids))
    return c.json({ people, remaining: { today: left } }, 200)
  })
  .openapi(cost, async (c) => {
    const { actor, parts } = c.var
    const { ids } = c.req.valid('json')
    const spender = { accountId: accountOf(actor), teamId: actor.team }
    return c.json(await revealCost(parts.sql, spender, ids), 200)
  })
  .openapi(known, async (c) => {
    const { ids } = c.req.valid('json')
    return c.json({ people: await contactsKnownById(c.var.parts.sql, ids) }, 200)
  })
