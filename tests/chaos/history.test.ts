import { expect, it } from 'vitest'
import { FAULTS } from './fault-proxy.ts'
import { historyOf } from './history.ts'

const histories = Array.from({ length: 300 }, (_, index) => historyOf(index + 1))
const steps = histories.flatMap((history) => history.steps)

it('a seed plays the same history again', () => {
  for (const history of histories) expect(historyOf(history.seed)).toEqual(history)
})

it('three hundred histories hold every fault and event, and many crashes of devices and servers', () => {
  const faults = steps.flatMap((step) => (step.do === 'faults' ? step.faults : []))
  expect(new Set(faults)).toEqual(new Set(FAULTS))
  const count = (what: string) => steps.filter((step) => step.do === what).length
  expect(count('crash')).toBeGreaterThan(20)
  expect(count('kill the server')).toBeGreaterThan(10)
  expect(count('star unanswered')).toBe(150)
  for (const what of ['reopen', 'go offline', 'fill the disk', 'turn the clock'] as const) {
    expect(count(what)).toBeGreaterThan(20)
  }
  expect(count('end the session')).toBeGreaterThan(20)
  expect(histories.some(({ devices }) => devices === 3)).toBe(true)
  expect(count('remove the member')).toBe(150)
  expect(count('take the member back')).toBeGreaterThan(50)
  for (const what of ['change the role', 'import', 'remove the person'] as const) {
    expect(count(what)).toBeGreaterThanOrEqual(150)
  }
  for (const what of ['reach a quota', 'end the plan', 'evict the database'] as const) {
    expect(count(what)).toBeGreaterThan(20)
  }
  const silences = steps.filter((step) => step.do === 'turn the clock' && step.hours > 14 * 24)
  expect(silences.length).toBeGreaterThan(20)
})
