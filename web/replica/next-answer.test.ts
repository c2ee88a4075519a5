// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextAnswerPainted, noteAnswer } from './next-answer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** @returns whether the wait, begun now, is over. */
function waiting(): () => boolean {
  let isOver = false
  void nextAnswerPainted().then(() => {
    isOver = true
  })
  return () => isOver
}

it('is over after the paint of the next answer, not of one before', async () => {
  noteAnswer()
  const isOver = waiting()
  await vi.advanceTimersByTimeAsync(500)
  expect(isOver()).toBe(false)
  noteAnswer()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver()).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  expect(isOver()).toBe(true)
})

it('is over after 600 ms where no answer comes', async () => {
  const isOver = waiting()
  await vi.advanceTimersByTimeAsync(599)
  expect(isOver()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver()).toBe(true)
})
