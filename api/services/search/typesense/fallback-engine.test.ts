import { type Logger, pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import type { EngineResult, SearchEngine } from '#api/services/search/engine.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type FailureKind, TypesenseError } from './client.ts'
import { FallbackEngine } from './fallback-engine.ts'

const RETRY_MS = 10

type Fault = { kind: FailureKind }
const AWAY: Fault = { kind: 'away' }

/** An engine that finds one ordinal, which identifies it. */
function engineOf(ordinal: number) {
  const state: { fault: Fault | undefined; writes: number } = { fault: undefined, writes: 0 }
  const result = async (): Promise<EngineResult> => {
    if (state.fault) throw new TypesenseError('a fault', state.fault)
    return { ordinals: [ordinal], count: 1 }
  }
  const write = async () => {
    await result()
    state.writes += 1
  }
  const engine: SearchEngine = {
    search: result,
    selectIds: result,
    specialtyCounts: async () => [],
    upsert: write,
    remove: write,
    close: async () => undefined,
  }
  return { engine, state }
}

let fallback: FallbackEngine | undefined
afterEach(async () => {
  await fallback?.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function open({ retryMs = RETRY_MS } = {}) {
  const primary = engineOf(1)
  const secondary = engineOf(2)
  const lines: string[] = []
  const log: Logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const ready = { reason: undefined as string | undefined, looks: 0, isAway: false }
  const standIn = { isThere: true }
  fallback = new FallbackEngine({
    primary: primary.engine,
    secondary: () => {
      if (!standIn.isThere) throw new AppError('search_unavailable', 'It is being prepared.')
      return secondary.engine
    },
    kindOf: (error) => (error as TypesenseError).kind,
    whyNotReady: async () => {
      ready.looks += 1
      if (ready.isAway) throw new Error('connect ECONNREFUSED 10.0.0.7:8108')
      return ready.reason
    },
    log,
    retryMs,
    retryMaxMs: retryMs * 2,
  })
  const engine = fallback
  const answeredBy = async () =>
    (await engine.search({ filters, text: [], offset: 0, limit: 1, facets: false })).ordinals[0]
  return { engine, primary, secondary, standIn, ready, lines, answeredBy }
}
const filters = searchFilters.parse({})

it('asks the primary once it is ready, and the secondary before', async () => {
  const { engine, answeredBy, ready } = open()
  ready.reason = 'not every document is loaded'
  await engine.start()
  expect(await answeredBy()).toBe(2)
  ready.reason = undefined
  await expect.poll(answeredBy).toBe(1)
})

it('answers from the secondary when the primary fails, and goes back by itself', async () => {
  const { engine, primary, ready, answeredBy, lines } = open()
  await engine.start()
  expect(await answeredBy()).toBe(1)
  primary.state.fault = AWAY
  ready.reason = 'away'
  expect(await answeredBy()).toBe(2)
  primary.state.fault = undefined
  // It must be complete, not only reachable again.
  const looksBefore = ready.looks
  await expect.poll(() => ready.looks).toBeGreaterThan(looksBefore + 2)
  expect(await answeredBy()).toBe(2)
  ready.reason = undefined
  await expect.poll(answeredBy).toBe(1)
  expect(lines).toEqual([
    'Searches are answered by Typesense',
    'Searches are answered by the embedded engine',
    'Searches are answered by Typesense',
  ])
  primary.state.fault = AWAY
  expect(await answeredBy()).toBe(2)
  expect(lines.slice(3)).toEqual(['Searches are answered by the embedded engine'])
})

it('looks less and less often during an outage, and soon again in the next', async () => {
  vi.useFakeTimers()
  // The backoff is without jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { engine, primary, ready, answeredBy } = open({ retryMs: 100 })
  await engine.start()
  for (const outage of ['first', 'second']) {
    primary.state.fault = AWAY
    ready.reason = 'away'
    await answeredBy()
    const { looks } = ready
    for (const waitMs of [100, 200, 200]) {
      const before = ready.looks
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(ready.looks, outage).toBe(before)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(ready.looks, outage).toBe(looks + 3)
    primary.state.fault = undefined
    ready.reason = undefined
    await vi.advanceTimersByTimeAsync(200)
    expect(await answeredBy(), outage).toBe(1)
  }
})

it('writes to both, and a primary that is away keeps nobody from writing', async () => {
  const { engine, primary, secondary } = open()
  await engine.start()
  await engine.upsert([])
  expect([primary.state.writes, secondary.state.writes]).toEqual([1, 1])
  primary.state.fault = AWAY
  await engine.remove([1])
  expect([primary.state.writes, secondary.state.writes]).toEqual([1, 2])
})

it.each(['refused', 'slow'] as const)(
  'answers one %s search aside and goes on with the primary',
  async (kind) => {
    const { engine, primary, answeredBy, lines } = open()
    await engine.start()
    for (let i = 0; i < 5; i++) {
      primary.state.fault = { kind }
      expect(await answeredBy()).toBe(2)
      primary.state.fault = undefined
      expect(await answeredBy()).toBe(1)
    }
    expect(lines).not.toContain('Searches are answered by the embedded engine')
  },
)

it('leaves a primary that was slow three times in a row, and looks at it again', async () => {
  const { engine, primary, ready, answeredBy, lines } = open()
  await engine.start()
  primary.state.fault = { kind: 'slow' }
  await answeredBy()
  await answeredBy()
  expect(lines).not.toContain('Searches are answered by the embedded engine')
  ready.reason = 'not looked at in this test'
  await answeredBy()
  expect(lines.at(-1)).toBe('Searches are answered by the embedded engine')
  primary.state.fault = undefined
  expect(await answeredBy()).toBe(2)
  ready.reason = undefined
  await expect.poll(answeredBy).toBe(1)
})

it('keeps the primary however many searches it refuses', async () => {
  const { engine, primary, answeredBy } = open()
  await engine.start()
  primary.state.fault = { kind: 'refused' }
  for (let i = 0; i < 10; i++) await answeredBy()
  primary.state.fault = undefined
  expect(await answeredBy()).toBe(1)
})

it('says why no node answers, without addresses, until one does', async () => {
  const { engine, ready, standIn } = open()
  standIn.isThere = false
  ready.reason = 'it holds no index yet'
  await engine.start()
  const refusal = (words: string) =>
    expect.objectContaining({ code: 'search_unavailable', message: words })
  expect(() => engine.assertAnswers()).toThrow(
    refusal('Typesense: it holds no index yet. It is being prepared.'),
  )
  ready.isAway = true
  await engine.checkNow()
  expect(() => engine.assertAnswers()).toThrow(
    refusal('Typesense: it does not answer. It is being prepared.'),
  )
  standIn.isThere = true
  engine.assertAnswers()
  standIn.isThere = false
  ready.isAway = false
  ready.reason = undefined
  await engine.checkNow()
  engine.assertAnswers()
})

it('takes the primary into use at once when it is told to look', async () => {
  const { engine, ready, answeredBy } = open({ retryMs: 60_000 })
  ready.reason = 'it holds no index yet'
  await engine.start()
  expect(await answeredBy()).toBe(2)
  ready.reason = undefined
  await engine.checkNow()
  await engine.used
  expect(await answeredBy()).toBe(1)
  // While it is in use, it is not checked.
  const { looks } = ready
  await engine.checkNow()
  expect(ready.looks).toBe(looks)
})
