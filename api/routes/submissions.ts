import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { submission, submissionConfirmation } from '#api/contract/submissions.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import {
  confirmSubmission,
  mailConfirmations,
  storeSubmission,
} from '#api/services/intake/submissions.ts'
import { inTurn } from '#api/services/mail/in-turn.ts'
import { errorResponses, jsonBody } from './responses.ts'

const tags = ['Intake']

const submit = createRoute({
  method: 'post',
  path: '/submissions',
  summary: 'Submit a resume to the directory',
  description:
    'Mails a link to the address: a reviewer sees the resume once it was confirmed there.',
  tags,
  middleware: [
    permitted('submissions.send'),
    rateLimit({ requests: 10, seconds: 3600, shared: 'submissions', isForVisitors: true }),
  ] as const,
  request: { body: jsonBody(submission) },
  responses: {
    204: { description: 'Received; the confirmation mail is being sent.' },
    ...errorResponses(400, 429),
  },
})

const confirm = createRoute({
  method: 'post',
  path: '/submissions/confirm',
  summary: 'Confirm a resume with the mailed token',
  tags,
  middleware: [
    permitted('submissions.send'),
    rateLimit({ requests: 30, seconds: 3600, shared: 'submissions_confirm', isForVisitors: true }),
  ] as const,
  request: { body: jsonBody(submissionConfirmation) },
  responses: { 204: { description: 'Confirmed.' }, ...errorResponses(400, 404, 429) },
})

const mailInTurn = inTurn(mailConfirmations)

export const submissionRoutes = router()
  .openapi(submit, async (c) => {
    const { parts, log } = c.var
    await storeSubmission(parts.sql, c.req.valid('json'))
    // Security: this is not awaited, so that the response time reveals nothing. An hourly job
    // retries mails that the mail server refused.
    mailInTurn(parts).catch((err: unknown) =>
      log.error({ err }, 'The confirmation mail of a resume was not sent'),
    )
    return c.body(null, 204)
  })
  .openapi(confirm, async (c) => {
    const { parts } = c.var
    await confirmSubmission(parts, c.req.valid('json').token)
    return c.body(null, 204)
  })
