import { type Logger, pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { searchFilters } from '../../../../db/schema/search.ts'
import type { EngineResult, SearchEngine } from '../engine.ts'
import { FallbackEngine } from './fallback-engine.ts'

const RETRY_MS = 10

/** An engine that answers with one ordinal, which says who answered. */
function engineOf(ordinal: number) {
  const state = { isBroken: false, writes: 0 }
  const result = async (): Promise<EngineResult> => {
    if (state.isBroken) throw new Error('away')
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
afterEach(() => fallback?.close())

function open() {
  const primary = engineOf(1)
  const secondary = engineOf(2)
  const lines: string[] = []
  const log: Logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const ready = { reason: undefined as string | undefined, looks: 0 }
  fallback = new FallbackEngine({
    primary: primary.engine,
    secondary: () => secondary.engine,
    whyNotReady: async () => {
      ready.looks += 1
      return ready.reason
    },
    log,
    retryMs: RETRY_MS,
    retryMaxMs: RETRY_MS * 2,
  })
  const engine = fallback
  const answeredBy = async () =>
    (await engine.search({ filters, offset: 0, limit: 1, facets: false })).ordinals[0]
  return { engine, primary, secondary, ready, lines, answeredBy }
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
  primary.state.isBroken = true
  ready.reason = 'away'
  expect(await answeredBy()).toBe(2)
  primary.state.isBroken = false
  // Answering again is not enough: it must be complete.
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
})

it('writes to both, and a primary that is away keeps nobody from writing', async () => {
  const { engine, primary, secondary } = open()
  await engine.start()
  await engine.upsert([])
  expect([primary.state.writes, secondary.state.writes]).toEqual([1, 1])
  primary.state.isBroken = true
  await engine.remove([1])
  expect([primary.state.writes, secondary.state.writes]).toEqual([1, 2])
})
