import { afterPaint } from '#web/lib/after-paint.ts'

/**
 * Longest wait for a screen. Without a network a new device has no answer for it, nor has one whose last
 * visit ended before its rows had come.
 */
const WAIT_MAX_MS = 600

const waiting = new Set<() => void>()

/** Notes that a screen shows an answer, or can have none before the device is open. */
export function noteAnswer(): void {
  if (waiting.size === 0) return
  const resolves = [...waiting]
  waiting.clear()
  afterPaint(() => {
    for (const resolve of resolves) resolve()
  })
}

/**
 * Resolves once the next answer is painted, or after 0.6 s. PGlite's start takes a whole
 * processor for half a second, of which most machines have few.
 */
export function nextAnswerPainted(): Promise<void> {
  return new Promise((resolve) => {
    waiting.add(resolve)
    setTimeout(() => {
      waiting.delete(resolve)
      resolve()
    }, WAIT_MAX_MS)
  })
}
