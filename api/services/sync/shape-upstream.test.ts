import { setMaxListeners } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { shapeParams } from '#sync/server/gatekeeper.ts'
import { listenOnLoopback } from '#tests/support/loopback.ts'
import { PATIENCE, soon } from '#tests/support/soon.ts'
import { openShapeUpstream, type RunningUpstream } from './shape-upstream.ts'

const metrics = createMetrics()
const { signal } = new AbortController()
// Node would warn of a leak because of the many listeners.
setMaxListeners(0, signal)
const params = new URLSearchParams({ table: 'lists', offset: '-1' })
let upstream: RunningUpstream
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-upstream-'))
})
afterEach(async () => {
  await upstream.close()
  await rm(folder, { recursive: true, force: true })
})

describe('with Electric named', () => {
  let electric: Awaited<ReturnType<typeof listenOnLoopback>>
  let asked: URL[]
  let health: number
  let answered: number
  beforeEach(async () => {
    asked = []
    health = 200
    answered = 200
    electric = await listenOnLoopback()
    electric.setFetch((request: Request) => {
      const url = new URL(request.url)
      asked.push(url)
      return new Response('[]', { status: url.pathname.endsWith('/health') ? health : answered })
    })
  })
  afterEach(() => electric.close())

  const open = (path = '', secret?: string) => {
    const ELECTRIC_URL = `http://127.0.0.1:${electric.port}${path}`
    const env = { ELECTRIC_URL, ELECTRIC_SECRET: secret, DATA_DIR: folder }
    upstream = openShapeUpstream({ env, databaseUrl: '', log: createLog('silent'), metrics })
    return upstream
  }

  it('asks it, with the secret between the two', async () => {
    const response = await open('', 'between us').shape(params, signal)
    expect(await response.text()).toBe('[]')
    expect(asked[0]?.pathname).toBe('/v1/shape')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      table: 'lists',
      offset: '-1',
      secret: 'between us',
    })
  })

  it('asks it below a path', async () => {
    await open('/electric').shape(params, signal)
    expect(asked[0]?.pathname).toBe('/electric/v1/shape')
    expect(asked[0]?.searchParams.has('secret')).toBe(false)
  })

  it('sends it equal live requests as one, and ends it with the last of them', async () => {
    open()
    const live = new URLSearchParams({ ...Object.fromEntries(params), live: 'true' })
    const held: ((response: Response) => void)[] = []
    const ended: AbortSignal[] = []
    electric.setFetch((request: Request) => {
      ended.push(request.signal)
      return new Promise((answer) => held.push(answer))
    })
    const first = Array.from({ length: 50 }, () => upstream.shape(live, signal))
    await vi.waitUntil(() => held.length > 0, PATIENCE)
    held[0]?.(new Response('[1]', { headers: { 'electric-offset': '1_0' } }))
    for (const response of await Promise.all(first)) {
      expect(response.headers.get('electric-offset')).toBe('1_0')
      expect(await response.text()).toBe('[1]')
    }
    const leaving = new AbortController()
    setMaxListeners(0, leaving.signal)
    const second = Array.from({ length: 50 }, () =>
      upstream.shape(live, leaving.signal).catch((error: Error) => error.name),
    )
    await vi.waitUntil(() => held.length > 1, PATIENCE)
    leaving.abort()
    expect(new Set(await Promise.all(second))).toEqual(new Set(['AbortError']))
    await vi.waitUntil(() => ended[1]?.aborted, PATIENCE)
    expect(held).toHaveLength(2)
  })

  it.each([
    ['dropped it', 202],
    ['has none', 404],
  ])('drops a shape by request, done where it %s', async (_, status) => {
    const methods: string[] = []
    electric.setFetch((request: Request) => {
      asked.push(new URL(request.url))
      methods.push(request.method)
      return new Response(null, { status })
    })
    await open('', 'between us').erase('activities', 'ann')
    expect(methods).toEqual(['DELETE'])
    const { searchParams } = asked[0] ?? {}
    expect(searchParams?.get('secret')).toBe('between us')
    // A shape is found by its definition, which must be the one that devices read.
    const read = shapeParams('activities', 'ann', { offset: '-1' })
    for (const [name, value] of read) expect(searchParams?.get(name)).toBe(value)
  })

  it('tells how to let it drop shapes, and of any other failure', async () => {
    answered = 405
    await expect(open().erase('lists', 'ann')).rejects.toThrow(
      'Electric drops no shapes by request, so it keeps redacted words and removed people in their history: ' +
        'set ELECTRIC_ENABLE_INTEGRATION_TESTING=true there.',
    )
    answered = 503
    await expect(upstream.erase('lists', 'ann')).rejects.toThrow('The shape server answered 503.')
  })

  it('is not ready while it refuses the secret, which its health does not tell', async () => {
    open('', 'of another')
    expect(await upstream.isReady()).toBe(true)
    answered = 401
    await upstream.shape(params, signal)
    expect(await upstream.isReady()).toBe(false)
    expect(upstream.hindrance()).toBe(
      'Electric refuses requests that bear ELECTRIC_SECRET: it is to be the same there and here.',
    )
    answered = 200
    await upstream.shape(params, signal)
    expect(await upstream.isReady()).toBe(true)
    expect(upstream.hindrance()).toBeUndefined()
  })

  it('is ready when it is active, and not while it starts or is away', async () => {
    open()
    await soon(async () => expect(await upstream.isReady()).toBe(true))
    health = 202
    expect(await upstream.isReady()).toBe(false)
    await electric.close()
    expect(await upstream.isReady()).toBe(false)
    await expect(upstream.shape(params, signal)).rejects.toThrow()
    electric = await listenOnLoopback()
  })
})

it('where the shape server of the process cannot start, the process goes on and says so', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => lines.push(line) })
  const databaseUrl = 'postgres://nobody:nothing@127.0.0.1:1/nowhere'
  upstream = openShapeUpstream({ env: { DATA_DIR: folder }, databaseUrl, log, metrics })
  await expect(upstream.shape(params, signal)).rejects.toThrow('starting')
  await vi.waitUntil(() => lines.length > 0, PATIENCE)
  expect(lines[0]).toContain('The shape server did not start')
  expect(lines[0]).not.toContain('nothing@')
  expect(await upstream.isReady()).toBe(false)
})
