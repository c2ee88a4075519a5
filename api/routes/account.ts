import { createRoute } from '@hono/zod-openapi'
import { deleteCookie } from 'hono/cookie'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import { passwordAgain } from '#api/contract/account.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { networkOf } from '#api/network.ts'
import { accountData, assertPassword, deleteAccount } from '#api/services/accounts/account.ts'
import { ownAccount } from '#api/services/accounts/own-account.ts'
import { appendToJournal } from '#api/services/intake/removals.ts'
import { accountDeletedMail } from '#api/services/mail/account-messages.ts'
import { sendLater } from '#api/services/mail/mailer.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { errorResponses, jsonBody } from './responses.ts'

const tags = ['Account']

const data = createRoute({
  method: 'get',
  path: '/account/data',
  summary: 'Download all data of the account',
  tags,
  middleware: [permitted('account.manage'), rateLimit({ requests: 10, seconds: 60 })] as const,
  responses: {
    200: { description: 'One JSON document, as a download.' },
    ...errorResponses(401, 403, 429),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/account',
  summary: 'Delete the account and sign out everywhere',
  tags,
  // Each request checks a password.
  middleware: [
    permitted('account.manage'),
    rateLimit({ requests: 5, seconds: 60, per: 'account', shared: 'account_deletion' }),
  ] as const,
  request: { body: jsonBody(passwordAgain) },
  responses: { 204: { description: 'Deleted.' }, ...errorResponses(400, 401, 403, 429, 502) },
})

const confirm = createRoute({
  method: 'post',
  path: '/account/confirm',
  summary: 'Re-authenticate by password',
  tags,
  middleware: [
    permitted('account.manage'),
    rateLimit({ requests: 5, seconds: 60, per: 'account', shared: 'account_confirmation' }),
  ] as const,
  request: { body: jsonBody(passwordAgain) },
  responses: {
    204: { description: 'Confirmed for ten minutes.' },
    ...errorResponses(400, 401, 403, 429),
  },
})

export const accountRoutes = router()
  .openapi(data, async (c) => {
    const { account, parts } = c.var
    const { user } = ownAccount(account, parts.env)
    const held = await accountData(parts.sql, user.id)
    return c.body(JSON.stringify(held, null, 2), 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${BRAND.toLowerCase()}-account.json"`,
    })
  })
  .openapi(remove, async (c) => {
    const { account, parts, log } = c.var
    const { user } = ownAccount(account, parts.env)
    await assertPassword(parts, user, networkOf(c), c.req.valid('json').password)
    await deleteAccount(parts.billing, callerOf(c), user.id)
    await appendToJournal({ ...parts, log })
    const { name, attributes } = (await parts.auth.$context).authCookies.sessionToken
    // The attributes must match: a browser changes a cookie with the `__Secure-` prefix only if it
    // is secure.
    deleteCookie(c, name, { path: '/', secure: attributes.secure })
    sendLater({ mailer: parts.mailer, log }, accountDeletedMail(user.email))
    return c.body(null, 204)
  })
  .openapi(confirm, async (c) => {
    const { account, parts } = c.var
    const { user, sessionId } = ownAccount(account, parts.env)
    await assertPassword(parts, user, networkOf(c), c.req.valid('json').password)
    await parts.sql`update sessions set confirmed_at = now() where id = ${sessionId}`
    return c.body(null, 204)
  })
