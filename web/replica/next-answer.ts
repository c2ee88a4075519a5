import { afterPaint } from '#web/lib/after-paint.ts'

/** Longest wait for a screen: a device that is new and without a network has no answer for it. */
const WAIT_MAX_MS = 1_500

const waiting = new Set<() => void>()

/** A screen shows an answer, or can have none before the device is open. */
export function noteAnswer(): void {
  if (waiting.size === 0) return
  const resolves = [...waiting]
  waiting.clear()
  afterPaint(() => {
    for (const resolve of resolves) resolve()
  })
}

/**
 * Resolves once the next answer is painted, or after a second and a half. PGlite's start takes a whole
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
