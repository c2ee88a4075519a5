import { expect, it } from 'vitest'
import { figureOf } from '#tests/support/figure-of.ts'
import { addProcess, createMetrics } from './metrics.ts'

it('each process has its own figures', async () => {
  const [one, two] = [createMetrics(), createMetrics()]
  one.failed('mail')
  const mail = { service: 'mail' }
  expect(await figureOf(one, 'clinidex_outside_failures_total', mail)).toBe(1)
  expect(await figureOf(two, 'clinidex_outside_failures_total', mail)).toBe(0)
})

it('the process tells its processor time, its memory and the lag of its event loop', async () => {
  const metrics = createMetrics()
  addProcess(metrics)
  const before = (await figureOf(metrics, 'process_cpu_seconds_total')) ?? 0
  const until = performance.now() + 100
  while (performance.now() < until) Math.sqrt(until)
  expect(await figureOf(metrics, 'process_cpu_seconds_total')).toBeGreaterThan(before)
  expect(await figureOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(await figureOf(metrics, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})

it('a request that is released twice is held once', async () => {
  const metrics = createMetrics()
  const [release, other] = [metrics.held(), metrics.held()]
  release()
  release()
  expect(await figureOf(metrics, 'clinidex_held_requests')).toBe(1)
  other()
  expect(await figureOf(metrics, 'clinidex_held_requests')).toBe(0)
})

it('a clock that is behind the other machine’s counts as no time', async () => {
  const metrics = createMetrics()
  metrics.delivered(-5)
  metrics.pushed(-5)
  expect(await figureOf(metrics, 'clinidex_sync_delivery_seconds_sum')).toBe(0)
  expect(await figureOf(metrics, 'clinidex_outbox_age_seconds_sum')).toBe(0)
})
