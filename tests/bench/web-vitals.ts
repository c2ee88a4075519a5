import type { BrowserContext, Page } from 'playwright'

/** A page's own measurements: times in ms, shifts as a share of the viewport. */
export interface Vitals {
  /** Largest contentful paint. */
  lcp: number
  /** Cumulative layout shift. */
  cls: number
  /** The times from each press to the next paint, by kind of press. */
  presses: Press[]
}

export interface Press {
  kind: string
  ms: number
}

interface Recorder extends Omit<Vitals, 'presses'> {
  /** The present kind of press. */
  kind: string
  /** By interaction id: one press is several events, and lasts as long as its longest. */
  pressed: Map<number, Press>
}

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type PressEvent = PerformanceEntry & { interactionId: number }

declare global {
  var vitalsRecorder: Recorder
}

/** Shorter events are not reported: the browser's minimum. */
const SHORTEST_EVENT_MS = 16

/** Records the vitals of every page opened from now on, through the browser's own observers. */
export async function recordVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript((durationThreshold: number) => {
    const recorder: Recorder = { lcp: 0, cls: 0, kind: '', pressed: new Map() }
    globalThis.vitalsRecorder = recorder
    // Unnamed functions only: the compiler's helper that names functions does not exist in the page.
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) recorder.lcp = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) {
        if (!shift.hadRecentInput) recorder.cls += shift.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PressEvent[]) {
        if (interactionId === 0) continue
        const press = recorder.pressed.get(interactionId) ?? { kind: recorder.kind, ms: 0 }
        press.ms = Math.max(press.ms, duration)
        recorder.pressed.set(interactionId, press)
      }
    }).observe({ type: 'event', buffered: true, durationThreshold } as PerformanceObserverInit)
  }, SHORTEST_EVENT_MS)
}

/** Sets the kind of the presses to come. */
export async function namePresses(page: Page, kind: string): Promise<void> {
  await page.evaluate((name) => {
    globalThis.vitalsRecorder.kind = name
  }, kind)
}

export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => {
    const { lcp, cls, pressed } = globalThis.vitalsRecorder
    return { lcp, cls, presses: [...pressed.values()] }
  })
}
