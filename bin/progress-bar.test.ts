import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProgressBar, progressLine } from './progress-bar.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A bar with its output. */
function barOn({ isTTY }: { isTTY: boolean }) {
  const written: string[] = []
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0
  return { bar: new ProgressBar(String, { isTTY, write }), written }
}

it('shows share, amounts, rate and the time left', () => {
  const line = progressLine({ done: 250, total: 1000, seconds: 5 }, String)
  expect(line).toBe('██████░░░░░░░░░░░░░░░░░░ 25%  250 of 1000, 50/s, 15 s left')
  expect(progressLine({ done: 1, total: 7200, seconds: 1 }, String)).toContain('1 h 59 min left')
  expect(progressLine({ done: 0, total: 0, seconds: 0 }, String)).toContain('100%')
})

it('redraws one line on a terminal', () => {
  const { bar, written } = barOn({ isTTY: true })
  bar.update(1, 10)
  bar.update(2, 10)
  vi.advanceTimersByTime(150)
  bar.update(3, 10)
  bar.update(10, 10)
  expect(written).toHaveLength(3)
  expect(written[1]).toMatch(/^\r/)
  expect(written[2]).toMatch(/100%.*\n$/)
})

it('writes a line every few seconds elsewhere', () => {
  const { bar, written } = barOn({ isTTY: false })
  for (let done = 1; done <= 10; done++) {
    bar.update(done, 10)
    vi.advanceTimersByTime(1_000)
  }
  expect(written).toHaveLength(3)
  expect(written.every((line) => line.endsWith('\n'))).toBe(true)
})

it('tells of the end once and then starts anew', () => {
  const { bar, written } = barOn({ isTTY: true })
  bar.update(5, 5)
  bar.update(5, 5)
  vi.advanceTimersByTime(10_000)
  bar.update(10, 40)
  vi.advanceTimersByTime(1_000)
  bar.update(20, 40)
  expect(written).toHaveLength(3)
  expect(written[2]).toContain('20 of 40, 20/s, 1 s left')
})
