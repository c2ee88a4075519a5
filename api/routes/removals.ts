import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { removalConfirmation, removalRequest } from '#api/contract/removals.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { networkOf } from '#api/network.ts'
import {
  confirmRemoval,
  finishRemovals,
  forgetRequest,
  requestRemoval,
} from '#api/services/intake/removals.ts'
import { removalMail } from '#api/services/mail/intake-messages.ts'
import { requireMail, sendLater } from '#api/services/mail/mailer.ts'
import { errorResponses, jsonBody } from './responses.ts'

const tags = ['Intake']

const request = createRoute({
  method: 'post',
  path: '/removals',
  summary: 'Request removal from the directory',
  description: 'Mails a link to the address. The response is the same whether or not it is listed.',
  tags,
  middleware: [
    permitted('removals.request'),
    rateLimit({ requests: 10, seconds: 3600, shared: 'removals', isForVisitors: true }),
  ] as const,
  request: { body: jsonBody(removalRequest) },
  responses: { 204: { description: 'The mail is being sent.' }, ...errorResponses(400, 429, 503) },
})

const confirm = createRoute({
  method: 'post',
  path: '/removals/confirm',
  summary: 'Confirm a removal with the mailed token',
  tags,
  middleware: [
    permitted('removals.request'),
    rateLimit({ requests: 30, seconds: 3600, shared: 'removals_confirm', isForVisitors: true }),
  ] as const,
  request: { body: jsonBody(removalConfirmation) },
  responses: { 204: { description: 'Removed.' }, ...errorResponses(400, 404, 429) },
})

export const removalRoutes = router()
  .openapi(request, async (c) => {
    const { parts, log } = c.var
    const { email } = c.req.valid('json')
    await requireMail(parts.mailer)
    const token = await requestRemoval(parts.sql, email)
    if (token) {
      const url = new URL(`/confirm-removal?token=${token}`, parts.billing.publicUrl).href
      sendLater({ mailer: parts.mailer, log }, removalMail(email, url), () =>
        forgetRequest(parts.sql, token),
      )
    }
    return c.body(null, 204)
  })
  .openapi(confirm, async (c) => {
    const { parts, log } = c.var
    const { isDone } = await confirmRemoval(parts, c.req.valid('json').token, networkOf(c))
    if (!isDone) {
      finishRemovals(parts).catch((err: unknown) => log.error({ err }, 'A removal is not finished'))
    }
    return c.body(null, 204)
  })
