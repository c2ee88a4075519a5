import { createRoute, z } from '@hono/zod-openapi'
import { type RevealedContact, revealedContact } from '../../db/schema/contact-reveal.ts'
import { AppError } from '../../sync/contract/errors.ts'
import { authorize, router } from '../context.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { errorResponses, json } from './responses.ts'

const reveal = createRoute({
  method: 'post',
  path: '/candidates/{id}/contact',
  summary: 'Reveal the contacts of one person',
  tags: ['Candidates'],
  middleware: [rateLimit({ requests: 60, seconds: 60 })] as const,
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    200: json(z.object({ contacts: z.array(revealedContact) }), 'Every contact we have.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

export const contactRoutes = router().openapi(reveal, async (c) => {
  const { actor, parts } = c.var
  // Permission before existence, or an id can be probed.
  authorize(actor, 'contact.reveal')
  const { id } = c.req.valid('param')
  const contacts = await parts.sql<RevealedContact[]>`
    select kind, value, source,
      to_char(verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as verified_at
    from candidate_contacts where candidate_id = ${id} order by kind`
  if (contacts.length === 0) {
    const [found] = await parts.sql`select 1 from candidates where id = ${id}`
    if (!found) throw new AppError('not_found', 'Healthcare Worker Not Found')
  }
  return c.json({ contacts: [...contacts] }, 200, { 'Cache-Control': 'private, no-store' })
})
