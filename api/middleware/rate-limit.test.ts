import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppEnv } from '#api/context.ts'
import type { AppError } from '#sync/contract/errors.ts'
import { rateLimit } from './rate-limit.ts'

const NOW = Date.UTC(2026, 7, 4)

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The status, the Retry-After header and the message of the refusal after a time. */
async function refused(seconds: number, afterMs: number) {
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('actor', { id: 'ada' } as AppEnv['Variables']['actor'])
      c.set('parts', {} as AppEnv['Variables']['parts'])
      await next()
    })
    .use(rateLimit({ requests: 1, seconds, per: 'account' }))
    .get('/', (c) => c.text('done'))
    .onError((error, c) => c.text(`${(error as AppError).code}: ${error.message}`, 429))
  expect((await app.request('/')).status).toBe(200)
  vi.setSystemTime(NOW + afterMs)
  const answer = await app.request('/')
  return [answer.headers.get('Retry-After'), await answer.text()]
}

it.each([
  [60, 48_500, '12', '12 s'],
  [120, 1_000, '119', '119 s'],
  [120, 0, '120', '2 minutes'],
  [3600, 0, '3600', '60 minutes'],
  [7200, 1_000, '7199', '2 hours'],
  [86_400, 0, '86400', '24 hours'],
])('of %s s it is said when to come back: after %s ms', async (seconds, afterMs, header, words) => {
  expect(await refused(seconds, afterMs)).toEqual([
    header,
    `rate_limited: Too many requests. Try again in ${words}.`,
  ])
})
