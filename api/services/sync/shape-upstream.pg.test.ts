import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { testDatabase } from '#tests/support/database.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { openShapeUpstream, type RunningUpstream } from './shape-upstream.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
const running: RunningUpstream[] = []
beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'clinidex-upstreams-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((upstream) => upstream.close()))
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens it as another process of the app on the same database would. */
function open(name: string, predecessorMs?: number): RunningUpstream {
  const upstream = openShapeUpstream({
    env: { DATA_DIR: join(folder, name) },
    databaseUrl: database.url,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    ...(predecessorMs !== undefined && { predecessorMs }),
  })
  running.push(upstream)
  return upstream
}

const { signal } = new AbortController()
const statusOf = async (upstream: RunningUpstream) =>
  (await upstream.shape(new URLSearchParams({ table: 'lists', offset: '-1' }), signal)).status

it('a second process on one database does not start, and says what several need', async () => {
  const first = open('first')
  await first.claimed()
  await vi.waitUntil(() => first.isReady(), PATIENCE)
  const second = open('second', 200)
  const words =
    'Another process serves the shapes of this database, so devices that reach this one would not be ' +
    'synced. Several processes need `npm run sync:serve`, or Electric: set ELECTRIC_URL in each.'
  await expect(second.claimed()).rejects.toThrow(words)
  expect(second.hindrance()).toBe(words)
  expect(await second.isReady()).toBe(false)
  expect(await statusOf(second)).toBe(503)
  expect(await statusOf(first)).toBe(200)
})

it('a process waits for the one that it replaces, and takes over', async () => {
  const first = open('first')
  await vi.waitUntil(() => first.isReady(), PATIENCE)
  const second = open('second')
  await vi.waitUntil(() => second.hindrance(), PATIENCE)
  const claimed = second.claimed()
  await first.close()
  await claimed
  await vi.waitUntil(() => second.isReady(), PATIENCE)
  expect(second.hindrance()).toBeUndefined()
  expect(await statusOf(second)).toBe(200)
})
