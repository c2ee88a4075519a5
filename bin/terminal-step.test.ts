import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showStep } from './terminal-step.js'

let printed: string
let release: () => void
beforeEach(() => {
  vi.useFakeTimers()
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += chunk
    return true
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const work = () =>
  new Promise<void>((resolve) => {
    release = resolve
  })

it('a step where nobody watches is a line every five seconds, with how far it is', async () => {
  const step = showStep('Installing packages', work, () => '120 of 431')
  await vi.advanceTimersByTimeAsync(10_500)
  release()
  await step
  expect(printed).toBe(
    'Installing packages …\n' +
      'Installing packages … 120 of 431, 5 s\n' +
      'Installing packages … 120 of 431, 10 s\n' +
      'Installing packages … 120 of 431, 11 s\n',
  )
})
