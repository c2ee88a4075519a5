import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import { connect, type Sql } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { testDatabase } from '#tests/support/database.ts'
import { ChangeFollower, CursorError } from './changes.ts'
import { EmbeddedEngine } from './embedded/embedded-engine.ts'
import { openSearch } from './open-search.ts'

const CONNECTIONS = 3

let database: Awaited<ReturnType<typeof testDatabase>>
let dataDir: string
let pools: Sql[]
beforeAll(async () => {
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 50, seed: 7 })
  dataDir = await mkdtemp(join(tmpdir(), 'clinidex-index-'))
  pools = Array.from({ length: 2 }, () => connect(database.url, { max: CONNECTIONS }))
})
afterAll(async () => {
  for (const pool of pools) await pool.end({ timeout: 1 })
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('of processes on one folder one builds the index, and the others take it', async () => {
  const opened = pools.map((sql) => {
    const onProgress = vi.fn()
    return { onProgress, ...openSearch({ sql, dataDir, log: createLog('silent'), onProgress }) }
  })
  await Promise.all(opened.map(({ ready }) => ready))
  expect(opened.map(({ onProgress }) => onProgress.mock.calls.length > 0).sort()).toEqual([
    false,
    true,
  ])
  const [one, other] = opened.map(({ index }) => index())
  expect(one).toMatchObject({ people: 50, builtAt: other?.builtAt })

  // Both find at once that the index is outgrown, and continue to serve searches.
  const rebuilt = opened.map(({ rebuild }) => rebuild())
  for (const { engine } of opened) expect(engine()).toBeDefined()
  await Promise.all(rebuilt)
  const [first, second] = opened.map(({ index }) => index())
  expect(first?.builtAt).toEqual(second?.builtAt)
  expect(first?.builtAt).not.toEqual(one?.builtAt)
  for (const { close } of opened) await close()
})

it('takes the index that another process has built by the time its own turn comes', async () => {
  const [one, other] = pools.map((sql) => openSearch({ sql, dataDir, log: createLog('silent') }))
  if (!one || !other) throw new Error('There are two.')
  await Promise.all([one.ready, other.ready])
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // The other process gets no connection, and so cannot take its turn, until the first has built.
  const connections = Array.from({ length: CONNECTIONS }, () => {
    let take = () => {}
    const taken = new Promise<void>((resolve) => {
      take = resolve
    })
    const ended = pools[1]?.begin(async () => {
      take()
      await released
    })
    return { taken, ended }
  })
  await Promise.all(connections.map(({ taken }) => taken))
  const second = other.rebuild()
  await one.rebuild()
  release()
  await Promise.all([second, ...connections.map(({ ended }) => ended)])
  expect(other.index()?.builtAt).toEqual(one.index()?.builtAt)
  await Promise.all([one.close(), other.close()])
})

it('closes the file of an index that cannot catch up, and builds another', async () => {
  const [sql] = pools as [Sql]
  const options = { sql, dataDir, log: createLog('silent') }
  const whole = openSearch(options)
  await whole.ready
  await whole.close()
  const closed = vi.spyOn(EmbeddedEngine.prototype, 'close')
  vi.spyOn(ChangeFollower.prototype, 'catchUp').mockRejectedValueOnce(new CursorError())
  const built = openSearch(options)
  await built.ready
  expect(closed).toHaveBeenCalledOnce()
  expect(built.index()?.people).toBe(50)
  await built.close()
})

it('a start that fails is rejected, not unhandled, before it is awaited', async () => {
  const ended = connect(database.url, { max: 1 })
  await ended.end()
  const { ready, close } = openSearch({ sql: ended, dataDir, log: createLog('silent') })
  // Node reports a rejection that nobody handles after the microtasks of its turn.
  await new Promise(setImmediate)
  await expect(ready).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
  await close()
})
