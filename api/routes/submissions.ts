import { createRoute } from '@hono/zod-openapi'
import { submission } from '../../db/schema/candidate-submissions.ts'
import { authorize, router } from '../context.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { keepSubmission } from '../services/submissions.ts'
import { errorResponses } from './responses.ts'

const submit = createRoute({
  method: 'post',
  path: '/submissions',
  summary: 'Send a resume in, to be found',
  tags: ['Intake'],
  middleware: [rateLimit({ requests: 10, seconds: 3600 })] as const,
  request: {
    body: { required: true, content: { 'application/json': { schema: submission } } },
  },
  responses: { 204: { description: 'Received.' }, ...errorResponses(400, 429) },
})

export const submissionRoutes = router().openapi(submit, async (c) => {
  const { actor, parts } = c.var
  authorize(actor, 'submissions.send')
  await keepSubmission(parts, c.req.valid('json'))
  return c.body(null, 204)
})
