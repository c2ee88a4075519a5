import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import { contactReveal } from '#api/contract/contact-reveal.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { revealPerson } from '#api/services/contacts/reveal.ts'
import { errorResponses, json } from './responses.ts'

const reveal = createRoute({
  method: 'post',
  path: '/candidates/{id}/contact',
  summary: 'Reveal the contacts of one person',
  tags: ['Candidates'],
  middleware: [
    // The limit is for one network, which a whole office may share; one person clicks more slowly
    // than this.
    rateLimit({ requests: 120, seconds: 60, shared: 'reveal_network' }),
    // Security: the permission check comes before the existence check, or ids can be probed.
    permitted('contact.reveal'),
    rateLimit({ requests: 60, seconds: 60, per: 'account', shared: 'reveal' }),
  ] as const,
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    200: json(contactReveal, 'Every contact we have, and what is left of the budget.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

export const contactRoutes = router().openapi(reveal, async (c) => {
  const caller = callerOf(c)
  const { id } = c.req.valid('param')
  const { contacts, left } = await c.var.parts.sql.begin((tx) => revealPerson(tx, caller, id))
  return c.json({ contacts, remaining: { today: left } }, 200)
})
