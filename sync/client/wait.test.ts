import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTask } from './wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs `nextTask` in a browser with priorities. @returns how to let its thread be idle, and what it asked for. */
function waiting() {
  let idle = () => {}
  const postTask = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        idle = resolve
      }),
  )
  vi.stubGlobal('scheduler', { postTask })
  const over = vi.fn()
  void nextTask().then(over)
  return { postTask, over, idle: () => idle() }
}

it('lets all tasks of a higher priority go first', async () => {
  const { postTask, over, idle } = waiting()
  expect(postTask).toHaveBeenCalledWith(expect.any(Function), { priority: 'background' })
  await vi.advanceTimersByTimeAsync(49)
  expect(over).not.toHaveBeenCalled()
  idle()
  await vi.advanceTimersByTimeAsync(0)
  expect(over).toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

it('goes on after 50 ms in a thread that is never idle', async () => {
  const { over } = waiting()
  await vi.advanceTimersByTimeAsync(50)
  expect(over).toHaveBeenCalled()
})

it('lets a message in where the browser has no priorities', async () => {
  const order: string[] = []
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => order.push('message')
  port2.postMessage(null)
  await nextTask()
  order.push('on')
  expect(order).toEqual(['message', 'on'])
  port1.close()
})
