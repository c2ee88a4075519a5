import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { emailDraft, emailDraftRequest } from '#api/contract/email-draft.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const DAY_SECONDS = 24 * 60 * 60

const generate = createRoute({
  method: 'post',
  path: '/emails/generate',
  summary: 'Draft a first message to a candidate',
  tags: ['Emails'],
  middleware: [
    permitted('emails.generate'),
    // Each draft costs money, and free accounts are easy to create.
    rateLimit({ requests: 60, seconds: 60, shared: 'emails_network' }),
    rateLimit({ requests: 10, seconds: 60, per: 'account', shared: 'emails' }),
    rateLimit({ requests: 200, seconds: DAY_SECONDS, per: 'account', shared: 'emails_day' }),
  ] as const,
  request: { body: jsonBody(emailDraftRequest) },
  responses: {
    200: json(emailDraft, 'The draft, with the signature under it.'),
    ...errorResponses(400, 401, 429, 502, 503),
  },
})

export const emailRoutes = router().openapi(generate, async (c) => {
  const { signature, mode: _mode, ...job } = c.req.valid('json')
  const { body, ...draft } = await c.var.parts.drafts.write(job, c.req.raw.signal)
  const signed = signature === '' ? body : `${body}\n${signature}`
  return c.json({ ...draft, body: signed }, 200)
})
