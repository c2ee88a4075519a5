import { createRoute, z } from '@hono/zod-openapi'
import { accountOf, router } from '#api/context.ts'
import { pushKey, pushSubscription } from '#api/contract/push.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { storeSubscription } from '#api/services/push/subscriptions.ts'
import { turnMailOff, unsubscribePath } from '#api/services/watches/mail-off.ts'
import { AppError } from '#sync/contract/errors.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const tags = ['Watches']

const read = createRoute({
  method: 'get',
  path: '/push',
  summary: 'Read the public key with which a browser subscribes to pushes',
  tags,
  middleware: [permitted('searches.watch'), rateLimit({ requests: 60, seconds: 60 })] as const,
  responses: { 200: json(pushKey, 'The public key.'), ...errorResponses(401, 403, 429) },
})

const subscribe = createRoute({
  method: 'post',
  path: '/push',
  summary: 'Store the push subscription of this browser until its session ends',
  tags,
  middleware: [
    permitted('searches.watch'),
    rateLimit({ requests: 30, seconds: 60, per: 'account' }),
  ] as const,
  request: { body: jsonBody(pushSubscription) },
  responses: { 204: { description: 'Stored.' }, ...errorResponses(400, 401, 403, 429) },
})

const off = createRoute({
  method: 'post',
  path: '/watch-mails/off',
  summary: 'Unsubscribe from news mails, by the link in one of them',
  description:
    'For mail programs (RFC 8058): no sign-in, and a POST, for links are also prefetched.',
  tags,
  middleware: [
    permitted('account.read'),
    rateLimit({ requests: 30, seconds: 3600, shared: 'watch_mails_off', isForVisitors: true }),
  ] as const,
  request: {
    query: z.object({ account: z.string().min(1).max(100), token: z.string().min(1).max(100) }),
  },
  responses: { 204: { description: 'Turned off.' }, ...errorResponses(400, 404, 429) },
})

const lookAtOff = createRoute({
  method: 'get',
  path: '/watch-mails/off',
  summary: 'Redirect to the page that unsubscribes from news mails',
  description:
    'For mail programs that open the link of a mail in a browser. It turns nothing off: links are also prefetched.',
  tags,
  middleware: [permitted('account.read')] as const,
  request: off.request,
  responses: {
    302: { description: 'Redirects to the page that asks for confirmation.' },
    ...errorResponses(400),
  },
})

export const pushRoutes = router()
  .openapi(read, async (c) => c.json({ key: c.var.parts.push.publicKey }))
  .openapi(subscribe, async (c) => {
    const { actor, account, parts } = c.var
    if (!account) throw new AppError('authentication_required', 'Please sign in.')
    const of = { userId: accountOf(actor), sessionId: account.sessionId }
    await storeSubscription(parts.sql, of, c.req.valid('json'))
    return c.body(null, 204)
  })
  .openapi(lookAtOff, (c) => c.redirect(unsubscribePath(c.req.valid('query'))))
  .openapi(off, async (c) => {
    await turnMailOff(c.var.parts, c.req.valid('query'))
    return c.body(null, 204)
  })
