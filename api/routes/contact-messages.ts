import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { contactMessage } from '#api/contract/contact-messages.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { mailContactMessages, storeContactMessage } from '#api/services/intake/contact-messages.ts'
import { inTurn } from '#api/services/mail/in-turn.ts'
import { errorResponses, jsonBody } from './responses.ts'

const send = createRoute({
  method: 'post',
  path: '/contact-messages',
  summary: 'Send a message to the operators',
  tags: ['Intake'],
  middleware: [
    permitted('messages.send'),
    rateLimit({ requests: 10, seconds: 3600, shared: 'contact_messages', isForVisitors: true }),
  ] as const,
  request: { body: jsonBody(contactMessage) },
  responses: {
    204: { description: 'Stored; the mail is being sent.' },
    ...errorResponses(400, 429),
  },
})

const mailInTurn = inTurn(mailContactMessages)

export const contactMessageRoutes = router().openapi(send, async (c) => {
  const { parts, log } = c.var
  await storeContactMessage(parts.sql, c.req.valid('json'))
  // This is not awaited; an hourly job retries mails that the mail server refused.
  mailInTurn(parts).catch((err: unknown) => log.error({ err }, 'A contact message was not mailed'))
  return c.body(null, 204)
})
