import { expect, it, vi } from 'vitest'
import type { Sql } from '#db/client.ts'
import { readEnv } from './env.ts'
import { startJobs, startSearchJobs } from './jobs/jobs.ts'
import { openParts } from './open-parts.ts'
import { startServer } from './server.ts'

const { done } = vi.hoisted(() => ({ done: async () => undefined }))

vi.mock('#db/open.ts', () => ({
  openDatabase: async () => {
    const url = 'postgres://app@127.0.0.1:1/clinidex'
    return { url, appUrl: url, syncUrl: url, sql: undefined, close: done }
  },
}))
vi.mock('./development-data.ts', () => ({
  DevelopmentData: class {
    addPeople = done
    addAccounts = done
    addFigures = done
  },
}))
vi.mock('./services/sync/shape-upstream.ts', () => ({
  openShapeUpstream: () => ({ claimed: done, close: done }),
}))
vi.mock('./open-parts.ts', () => ({
  openParts: vi.fn(async () => ({ parts: { billing: {} }, searchReady: done(), close: done })),
}))
vi.mock('./app.ts', () => ({ createApp: () => ({ fetch: () => new Response() }) }))
vi.mock('./middleware/session.ts', () => ({ session: () => undefined }))
vi.mock('./routes/pages.ts', () => ({ pageRoutes: () => undefined }))
vi.mock('./services/billing/check-prices.ts', () => ({ checkPrices: done }))
vi.mock('./services/billing/stand-in/seed-subscriptions.ts', () => ({ seedSubscriptions: done }))
vi.mock('./jobs/jobs.ts', () => ({
  startJobs: vi.fn(() => []),
  startSearchJobs: vi.fn(() => []),
}))

const silent = () => readEnv({ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent' })
const start = (env = silent()) =>
  startServer(env, { onStep: () => undefined, onProgress: () => undefined })
const partsOptions = () => vi.mocked(openParts).mock.lastCall?.[0]

it('cuts off slow statements of requests, and none of the jobs or the index', async () => {
  const server = await start()
  await server.close()
  const timeoutOf = (sql: Sql | undefined) => sql?.options.connection.statement_timeout
  const opened = partsOptions()
  expect(timeoutOf(opened?.sql)).toBe(30_000)
  const background = opened?.background
  expect(background?.options.connection).toMatchObject({ application_name: 'clinidex' })
  expect(timeoutOf(background)).toBeUndefined()
  expect(vi.mocked(startJobs).mock.lastCall?.[0].sql).toBe(background)
  expect(vi.mocked(startSearchJobs).mock.lastCall?.[0].sql).toBe(background)
})

it('is not ready once it is told to stop, and answers what waits when its jobs have ended', async () => {
  const signals = () => [partsOptions()?.draining.aborted, partsOptions()?.stopping.aborted]
  const endJobs = vi.fn(async () => expect(signals()).toEqual([true, false]))
  vi.mocked(startJobs).mockReturnValueOnce([endJobs])
  const server = await start()
  expect(signals()).toEqual([false, false])
  await server.close()
  expect(endJobs).toHaveResolvedTimes(1)
  expect(signals()).toEqual([true, true])
})
