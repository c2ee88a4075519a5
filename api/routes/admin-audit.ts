import { createRoute } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import {
  type AuditEntry,
  auditExportQuery,
  auditPage,
  auditQuery,
} from '#api/contract/admin-audit.ts'
import { confirmed } from '#api/middleware/confirmed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { everyAuditEntry, listAudit } from '#api/services/admin/audit-log.ts'
import { audit } from '#api/services/audit.ts'
import type { Column } from '#api/services/export/cells.ts'
import { csvFile } from '#api/services/export/csv-file.ts'
import { attachment } from '#api/services/export/file-name.ts'
import { fileStream } from '#api/services/export/file-stream.ts'
import { ndjsonFile } from '#api/services/export/ndjson-file.ts'
import { binary, errorResponses, json } from './responses.ts'

const tags = ['Administration']

const list = createRoute({
  method: 'get',
  path: '/admin/audit',
  summary: 'List the audit log, newest first, a page at a time',
  tags,
  middleware: [permitted('audit.read'), rateLimit({ requests: 300, seconds: 60 })] as const,
  request: { query: auditQuery },
  responses: { 200: json(auditPage, 'A page of 50.'), ...errorResponses(400, 403, 429) },
})

const download = createRoute({
  method: 'get',
  path: '/admin/audit/file',
  summary: 'Download the matching rows of the audit log',
  tags,
  middleware: [
    permitted('audit.read'),
    confirmed(),
    rateLimit({ requests: 10, seconds: 60 }),
  ] as const,
  request: { query: auditExportQuery },
  responses: {
    200: {
      description: 'The file, streamed.',
      content: { 'text/csv': binary, 'application/x-ndjson': binary },
    },
    ...errorResponses(400, 403, 429),
  },
})

const COLUMNS: Column<AuditEntry>[] = [
  { header: 'Id', value: (entry) => entry.id },
  { header: 'Time', value: (entry) => entry.at },
  { header: 'Action', value: (entry) => entry.action },
  { header: 'Actor', value: (entry) => entry.actor && (entry.actor.email ?? entry.actor.id) },
  {
    header: 'Subject',
    value: (entry) => entry.subject && (entry.subject.email ?? entry.subject.id),
  },
  { header: 'Network', value: (entry) => entry.network },
  { header: 'Details', value: (entry) => JSON.stringify(entry.details) },
]

export const adminAuditRoutes = router()
  .openapi(list, async (c) => {
    const page = await listAudit(c.var.parts.sql, c.req.valid('query'))
    return c.json(page, 200)
  })
  .openapi(download, async (c) => {
    const { parts } = c.var
    const { format, ...filters } = c.req.valid('query')
    await audit(parts.sql, {
      ...callerOf(c),
      action: 'audit.export',
      // Privacy: the search text is left out, as it may be an address.
      details: { format, filters: Object.keys(filters) },
    })
    const entries = everyAuditEntry(parts.sql, filters)
    const pieces = format === 'csv' ? csvFile(entries, COLUMNS) : ndjsonFile(entries)
    return c.body(fileStream(pieces, c.var.log), 200, {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      'Content-Disposition': attachment(`audit.${format}`),
    })
  })
