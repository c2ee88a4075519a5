import { createRoute, z } from '@hono/zod-openapi'
import { accountOf, router } from '#api/context.ts'
import { exportHistory, revealHistory } from '#api/contract/history.ts'
import { PAGE_MAX } from '#api/contract/search.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { readRevealHistory } from '#api/services/contacts/reveal-history.ts'
import { readExportHistory } from '#api/services/export/export-log.ts'
import { errorResponses, json } from './responses.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })

const exportsRoute = createRoute({
  method: 'get',
  path: '/exports',
  summary: "Read the account's exports: the number of people, and the latest",
  tags: ['Account'],
  middleware: [permitted('account.manage'), limit] as const,
  responses: {
    200: json(exportHistory, 'Newest first.'),
    ...errorResponses(401, 429),
  },
})

const revealsRoute = createRoute({
  method: 'get',
  path: '/reveals',
  summary: 'List the people that the account revealed and when, without contacts',
  tags: ['Account'],
  middleware: [permitted('account.manage'), limit] as const,
  request: { query: z.object({ page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1) }) },
  responses: {
    200: json(revealHistory, 'A page, newest first.'),
    ...errorResponses(400, 401, 429),
  },
})

export const historyRoutes = router()
  .openapi(exportsRoute, async (c) => {
    const { actor, parts } = c.var
    return c.json(await readExportHistory(parts.sql, accountOf(actor)), 200)
  })
  .openapi(revealsRoute, async (c) => {
    const { actor, parts } = c.var
    const { page } = c.req.valid('query')
    return c.json(await readRevealHistory(parts.sql, accountOf(actor), page), 200)
  })
