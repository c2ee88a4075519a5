import { createRoute, z } from '@hono/zod-openapi'
import { accountOf, router } from '#api/context.ts'
import { contactReveal } from '#api/contract/contact-reveal.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { networkOf, rateLimit } from '#api/middleware/rate-limit.ts'
import { audit } from '#api/services/audit.ts'
import { countGrantUse } from '#api/services/demo-grants.ts'
import { budgetSpent, revealBudget } from '#api/services/reveal-budget.ts'
import type { Queryable } from '#db/client.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'
import { errorResponses, json } from './responses.ts'

const reveal = createRoute({
  method: 'post',
  path: '/candidates/{id}/contact',
  summary: 'Reveal the contacts of one person',
  tags: ['Candidates'],
  middleware: [
    // An office shares one network; one person clicks more slowly than this.
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
  const { actor, parts } = c.var
  const accountId = accountOf(actor)
  const { id } = c.req.valid('param')
  // One transaction: no contact is revealed without a trace, and no failed reveal is traced.
  const answer = await parts.sql.begin(async (tx) => {
    const { isRepeat, left } = await revealBudget(tx, accountId, id)
    const contacts = await contactsOf(tx, id)
    // Nothing new is revealed, so nothing is counted.
    if (isRepeat || contacts.length === 0) return { contacts, remaining: { today: left } }
    if (left === 0) throw budgetSpent(new Date())
    if (actor.role === 'demo') await countGrantUse(tx, accountId, 'viewContactInfo')
    await tx`
      insert into reveals (owner_id, candidate_id, revealed_at)
      values (${accountId}, ${id}, clock_timestamp())`
    await audit(tx, { actor, action: 'reveal', subjectId: id, network: networkOf(c) })
    return { contacts, remaining: { today: left - 1 } }
  })
  return c.json(answer, 200, { 'Cache-Control': 'private, no-store' })
})

/** @throws AppError `not_found` for a person who is not in the directory. */
async function contactsOf(sql: Queryable, id: string): Promise<RevealedContact[]> {
  const contacts = await sql<RevealedContact[]>`
    select kind, value, source,
      to_char(verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as verified_at
    from candidate_contacts where candidate_id = ${id} order by kind`
  if (contacts.length === 0) {
    const [found] = await sql`select 1 from candidates where id = ${id}`
    if (!found) throw new AppError('not_found', 'Healthcare Worker Not Found')
  }
  return [...contacts]
}
