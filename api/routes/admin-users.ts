import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import { adminUserPageView, timelinePage, timelineQuery } from '#api/contract/admin-user-page.ts'
import {
  type AdminUser,
  adminUserPage,
  banOutcome,
  banRequest,
  factorResetOutcome,
  userExportQuery,
  userId,
  userQuery,
} from '#api/contract/admin-users.ts'
import { confirmed } from '#api/middleware/confirmed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { deleteAccount } from '#api/services/accounts/account.ts'
import { banAccount, unbanAccount } from '#api/services/accounts/bans.ts'
import { readTimeline, readUserPage } from '#api/services/admin/user-page.ts'
import { everyUser, listUsers } from '#api/services/admin/users.ts'
import { audit } from '#api/services/audit.ts'
import { resetFactors } from '#api/services/auth/reset-second-factors.ts'
import type { Column } from '#api/services/export/cells.ts'
import { csvFile } from '#api/services/export/csv-file.ts'
import { attachment } from '#api/services/export/file-name.ts'
import { fileStream } from '#api/services/export/file-stream.ts'
import { appendToJournal } from '#api/services/intake/removals.ts'
import { AppError } from '#sync/contract/errors.ts'
import { binary, errorResponses, json, jsonBody } from './responses.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })
/** The filter sends a request at every pause in typing. */
const readLimit = rateLimit({ requests: 300, seconds: 60 })
const tags = ['Administration']
const params = z.object({ id: userId })

const list = createRoute({
  method: 'get',
  path: '/admin/users',
  summary: 'List accounts, a page at a time',
  tags,
  middleware: [permitted('users.manage'), readLimit] as const,
  request: { query: userQuery },
  responses: { 200: json(adminUserPage, 'A page of 50.'), ...errorResponses(400, 403, 429) },
})

const file = createRoute({
  method: 'get',
  path: '/admin/users/file',
  summary: 'Download the matching accounts as CSV',
  tags,
  middleware: [
    permitted('users.manage'),
    confirmed(),
    rateLimit({ requests: 10, seconds: 60 }),
  ] as const,
  request: { query: userExportQuery },
  responses: {
    200: {
      description: 'The file, streamed.',
      content: { 'text/csv': binary },
    },
    ...errorResponses(400, 403, 429),
  },
})

const read = createRoute({
  method: 'get',
  path: '/admin/users/{id}',
  summary: 'Read an account: plan, sessions, counts',
  tags,
  middleware: [permitted('users.manage'), readLimit] as const,
  request: { params },
  responses: {
    200: json(adminUserPageView, 'As it is now.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

const timeline = createRoute({
  method: 'get',
  path: '/admin/users/{id}/timeline',
  summary: 'List the events of an account, newest first',
  tags,
  middleware: [permitted('users.manage'), readLimit] as const,
  request: { params, query: timelineQuery },
  responses: { 200: json(timelinePage, 'A page of 50.'), ...errorResponses(400, 403, 429) },
})

const ban = createRoute({
  method: 'post',
  path: '/admin/users/{id}/ban',
  summary: 'Ban an account: ends its sessions, and its plan at the end of the paid period',
  tags,
  middleware: [permitted('users.manage'), confirmed(), limit] as const,
  request: {
    params,
    body: jsonBody(banRequest),
  },
  responses: {
    200: json(banOutcome, 'Banned; what becomes of the plan.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

const unban = createRoute({
  method: 'post',
  path: '/admin/users/{id}/unban',
  summary: 'Unban an account',
  tags,
  middleware: [permitted('users.manage'), limit] as const,
  request: { params },
  responses: { 204: { description: 'Unbanned.' }, ...errorResponses(400, 403, 404, 429) },
})

const removeFactors = createRoute({
  method: 'delete',
  path: '/admin/users/{id}/second-factor',
  summary: 'Remove a lost second factor, end the sessions and notify the account by mail',
  tags,
  middleware: [permitted('users.manage'), confirmed(), limit] as const,
  request: { params },
  responses: {
    200: json(factorResetOutcome, 'The password alone signs in.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/admin/users/{id}',
  summary: 'Delete an account with all its data, and end its plan at once',
  tags,
  middleware: [permitted('users.manage'), confirmed(), limit] as const,
  request: { params },
  responses: { 204: { description: 'Deleted.' }, ...errorResponses(400, 403, 404, 429, 502) },
})

const COLUMNS: Column<AdminUser>[] = [
  { header: 'Email', value: (user) => user.email },
  { header: 'Signed up', value: (user) => user.signup_date },
  { header: 'Last sign-in', value: (user) => user.last_sign_in_at },
  { header: 'Plan', value: (user) => user.subscription_plan },
  { header: 'Status', value: (user) => user.subscription_status },
  { header: 'Exports', value: (user) => user.total_exports },
  { header: 'Source', value: (user) => user.source },
  { header: 'Grant', value: (user) => user.grant && (user.grant.until ?? 'indefinite') },
  { header: 'Banned', value: (user) => (user.is_banned ? 'yes' : '') },
]

export const adminUserRoutes = router()
  .openapi(list, async (c) => {
    const { sql, env } = c.var.parts
    return c.json(await listUsers(sql, env, c.req.valid('query')), 200)
  })
  .openapi(file, async (c) => {
    const { parts } = c.var
    const query = c.req.valid('query')
    await audit(parts.sql, {
      ...callerOf(c),
      action: 'users.export',
      // Privacy: the search text is left out, as it may be an address.
      details: { filters: Object.keys(query) },
    })
    const users = csvFile(everyUser(parts.sql, parts.env, query), COLUMNS)
    return c.body(fileStream(users, c.var.log), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment('users.csv'),
    })
  })
  .openapi(read, async (c) => {
    const { sql, env } = c.var.parts
    return c.json(await readUserPage(sql, env, c.req.valid('param').id), 200)
  })
  .openapi(timeline, async (c) => {
    const { id } = c.req.valid('param')
    const page = await readTimeline(c.var.parts.sql, id, c.req.valid('query').after)
    return c.json(page, 200)
  })
  .openapi(ban, async (c) => {
    const { id } = c.req.valid('param')
    const { reason } = c.req.valid('json')
    const outcome = await banAccount(c.var.parts, callerOf(c), id, reason)
    return c.json(outcome, 200)
  })
  .openapi(unban, async (c) => {
    await unbanAccount(c.var.parts.sql, callerOf(c), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .openapi(removeFactors, async (c) => {
    const { parts } = c.var
    const outcome = await resetFactors(parts, callerOf(c), {
      userId: c.req.valid('param').id,
      recoverUrl: new URL('/forgot-password', parts.billing.publicUrl).href,
    })
    return c.json(outcome, 200)
  })
  .openapi(remove, async (c) => {
    const { actor, parts } = c.var
    const { id } = c.req.valid('param')
    if (id === actor.id) throw new AppError('forbidden', 'You cannot delete your own account here.')
    if (!(await deleteAccount(parts.billing, callerOf(c), id))) {
      throw new AppError('not_found', 'There is no such account.')
    }
    await appendToJournal({ ...parts, log: c.var.log })
    return c.body(null, 204)
  })
