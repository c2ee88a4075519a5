import { createRoute } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { accountOf, router } from '#api/context.ts'
import { exportAllowance } from '#api/contract/export-allowance.ts'
import {
  contactKindsOf,
  type ExportColumn,
  exportColumns,
  peopleWithContacts,
} from '#api/contract/export-columns.ts'
import {
  EXPORT_DEMO_PEOPLE_MAX,
  exportAllowanceRequest,
  exportRequest,
} from '#api/contract/export-request.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { countGrantUse } from '#api/services/accounts/demo-grants.ts'
import { audit } from '#api/services/audit.ts'
import { stoppedAmong } from '#api/services/contacts/do-not-contact.ts'
import { nextMidnight } from '#api/services/contacts/reveal-budget.ts'
import { mailExportAlerts } from '#api/services/export/allowance-alert.ts'
import {
  contactHolders,
  contactsLeft,
  takeContacts,
} from '#api/services/export/contact-allowance.ts'
import { csvFile } from '#api/services/export/csv-file.ts'
import { logExport } from '#api/services/export/export-log.ts'
import { exportedPeople, knownPeople } from '#api/services/export/exported-people.ts'
import { attachment, exportFileName } from '#api/services/export/file-name.ts'
import { fileStream } from '#api/services/export/file-stream.ts'
import { acquireLayoutSlot, pdfFile } from '#api/services/export/pdf-file.ts'
import { xlsxFile } from '#api/services/export/xlsx-file.ts'
import { inTurn } from '#api/services/mail/in-turn.ts'
import type { Queryable } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import { binary, errorResponses, json, jsonBody } from './responses.ts'

const WRITERS = {
  csv: { write: csvFile, type: 'text/csv; charset=utf-8' },
  xlsx: {
    write: xlsxFile,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pdf: { write: pdfFile, type: 'application/pdf' },
}

const route = createRoute({
  method: 'post',
  path: '/export',
  summary: 'Export people with their contacts to a file',
  tags: ['Export'],
  middleware: [
    permitted('export.run'),
    rateLimit({ requests: 30, seconds: 60, shared: 'export_network' }),
    rateLimit({ requests: 10, seconds: 60, per: 'account', shared: 'export' }),
  ] as const,
  request: { body: jsonBody(exportRequest) },
  responses: {
    200: {
      description:
        'The file, streamed. X-Export-Count says how many people are in it, X-Export-Left-Out how many are not because they must not be contacted, X-Export-Contacts how many of them with contacts, X-Export-Contacts-Left how many more may leave today.',
      content: {
        'text/csv': binary,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': binary,
        'application/pdf': binary,
      },
    },
    ...errorResponses(400, 403, 404, 413, 429),
  },
})

const allowance = createRoute({
  method: 'post',
  path: '/export/allowance',
  summary: 'Read the rest of the daily allowance, and how many of these people have contacts',
  tags: ['Export'],
  middleware: [permitted('export.run'), rateLimit({ requests: 120, seconds: 60 })] as const,
  request: { body: jsonBody(exportAllowanceRequest) },
  responses: {
    200: json(exportAllowance, 'Counted in people; a day begins at midnight UTC.'),
    ...errorResponses(400, 403, 429),
  },
})

const mailAlertsInTurn = inTurn(mailExportAlerts)

export const exportRoutes = router()
  .openapi(allowance, async (c) => {
    const { actor, parts } = c.var
    const now = new Date()
    const perDay = parts.env.EXPORT_CONTACTS_PER_DAY
    const { candidateIds } = c.req.valid('json')
    const allowance = { accountId: accountOf(actor), teamId: actor.team, perDay, now }
    const answer = {
      perDay,
      left: await contactsLeft(parts.sql, allowance),
      resetsAt: nextMidnight(now),
      holders: await contactHolders(parts.sql, candidateIds),
    }
    return c.json(answer, 200)
  })
  .openapi(route, async (c) => {
    const { actor, parts } = c.var
    const accountId = accountOf(actor)
    const { candidateIds, format, source, filters, ...wanted } = c.req.valid('json')
    if (actor.role === 'demo' && candidateIds.length > EXPORT_DEMO_PEOPLE_MAX) {
      throw new AppError(
        'too_large',
        `A demo exports at most ${EXPORT_DEMO_PEOPLE_MAX} people at once.`,
      )
    }
    const columns = exportColumns(wanted.columns)
    const perDay = parts.env.EXPORT_CONTACTS_PER_DAY
    const fileName = exportFileName(source, format, wanted.fileName)
    // The slot is acquired before the trace, or a refused export would be counted.
    const work = format === 'pdf' ? acquireLayoutSlot() : new AbortController()
    // The trace is written before the first byte is sent, so that an aborted download is traced
    // too. People removed while the file is written are missing from it.
    const trace = parts.sql.begin(async (tx) => {
      const found = await knownPeople(tx, candidateIds)
      if (found.length === 0) throw new AppError('not_found', 'None of these people can be found.')
      const stopped = await stoppedAmong(tx, accountId, found)
      const known = found.filter((id) => !stopped.has(id))
      if (known.length === 0) {
        throw new AppError('not_found', 'All of these people are marked as not to contact.')
      }
      if (actor.role === 'demo') await countGrantUse(tx, accountId, 'export')
      const contacts = await peopleExported(tx, known, columns)
      const allowance = { accountId, teamId: actor.team, perDay, now: new Date() }
      const left = await takeContacts(tx, contacts, allowance)
      const count = known.length
      const keys = columns.map(({ key }) => key)
      await logExport(tx, { accountId, count, format, fileName, columns: keys, filters })
      const details = { count, contacts, format, source }
      await audit(tx, { ...callerOf(c), action: 'export', details })
      return { ids: known, contacts, left, stopped: stopped.size }
    })
    const { ids, contacts, left, stopped } = await trace.catch((error: unknown) => {
      work.abort()
      throw error
    })
    mailAlertsInTurn(parts).catch((err: unknown) =>
      c.var.log.error({ err }, 'Export alerts could not be mailed'),
    )
    const { write, type } = WRITERS[format]
    const pieces = write(exportedPeople(parts.sql, ids), columns, work)
    return c.body(fileStream(pieces, c.var.log, work), 200, {
      'Content-Type': type,
      'Content-Disposition': attachment(fileName),
      'X-Export-Count': String(ids.length),
      'X-Export-Left-Out': String(stopped),
      'X-Export-Contacts': String(contacts),
      'X-Export-Contacts-Left': String(left),
    })
  })

/** The number of these people whose contacts the file will contain. */
async function peopleExported(
  sql: Queryable,
  ids: readonly string[],
  columns: readonly ExportColumn[],
): Promise<number> {
  const kinds = contactKindsOf(columns)
  return kinds.length === 0 ? 0 : peopleWithContacts(await contactHolders(sql, ids), kinds)
}
