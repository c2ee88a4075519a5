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
function open(name: string) {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line).msg) })
  const env = { DATA_DIR: join(folder, name) }
  const upstream = openShapeUpstream({
    env,
    databaseUrl: database.url,
    log,
    metrics: createMetrics(),
  })
  running.push(upstream)
  return { upstream, warnings }
}

it('a second process on one database says at start that it serves no shapes, and what to do', async () => {
  const first = open('first')
  await vi.waitUntil(() => first.upstream.isReady(), PATIENCE)
  expect(first.upstream.hindrance()).toBeUndefined()
  const second = open('second')
  await vi.waitUntil(() => second.warnings.length > 0, PATIENCE)
  const words =
    'Another process serves shapes from this database, so devices that reach this one are not synced. ' +
    'Several processes need Electric: set ELECTRIC_URL in each. This one takes over when the other ends.'
  expect(second.warnings).toEqual([words])
  expect(second.upstream.hindrance()).toBe(words)
  expect(await second.upstream.isReady()).toBe(false)
  const params = new URLSearchParams({ table: 'lists', offset: '-1' })
  const { signal } = new AbortController()
  expect((await second.upstream.shape(params, signal)).status).toBe(503)
  expect((await first.upstream.shape(params, signal)).status).toBe(200)
  expect(first.warnings).toEqual([])

  await first.upstream.close()
  await vi.waitUntil(() => second.upstream.isReady(), PATIENCE)
  expect(second.upstream.hindrance()).toBeUndefined()
  expect((await second.upstream.shape(params, signal)).status).toBe(200)
})
