import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import {
  submissionDecision,
  submissionPage,
  submissionQuery,
} from '#api/contract/admin-submissions.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import {
  decideSubmission,
  listSubmissions,
  reopenSubmission,
} from '#api/services/intake/submission-review.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const limit = rateLimit({ requests: 300, seconds: 60 })
const tags = ['Administration']

const list = createRoute({
  method: 'get',
  path: '/admin/submissions',
  summary:
    'List the confirmed resumes of a status, newest first, with whom of the directory they match',
  tags,
  middleware: [permitted('submissions.review'), limit] as const,
  request: { query: submissionQuery },
  responses: { 200: json(submissionPage, 'A page of 25.'), ...errorResponses(400, 403, 429) },
})

const decide = createRoute({
  method: 'post',
  path: '/admin/submissions/{id}/decision',
  summary: 'Approve a resume into the directory, or reject it',
  tags,
  middleware: [permitted('submissions.review'), limit] as const,
  request: {
    params: z.object({ id: z.uuid() }),
    body: jsonBody(submissionDecision),
  },
  responses: {
    200: json(z.object({ message: z.string() }), 'Decided.'),
    ...errorResponses(400, 403, 404, 409, 429),
  },
})

const reopen = createRoute({
  method: 'delete',
  path: '/admin/submissions/{id}/decision',
  summary: 'Undo your own rejection of a resume, which becomes pending again',
  tags,
  middleware: [permitted('submissions.review'), limit] as const,
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 204: { description: 'Pending again.' }, ...errorResponses(400, 403, 409, 429) },
})

export const adminSubmissionRoutes = router()
  .openapi(list, async (c) => {
    const { parts } = c.var
    const page = await listSubmissions(parts.sql, c.req.valid('query'))
    return c.json(page, 200)
  })
  .openapi(decide, async (c) => {
    const { parts } = c.var
    const { id } = c.req.valid('param')
    const decision = c.req.valid('json')
    await decideSubmission(parts, callerOf(c), { id, ...decision })
    const message = decision.action === 'approve' ? 'Resume approved.' : 'Resume rejected.'
    return c.json({ message }, 200)
  })
  .openapi(reopen, async (c) => {
    await reopenSubmission(c.var.parts, callerOf(c), c.req.valid('param').id)
    return c.body(null, 204)
  })
