import type { BrowserContext, Page } from 'playwright'

/** What a page measured of itself: times in ms, shifts as a share of the screen. */
export interface Vitals {
  /** When the largest part of the first screen was painted. */
  lcp: number
  /** All that moved without having been asked to. */
  cls: number
  /** From each press to the frame that answered it, by what was pressed. */
  presses: Press[]
}

export interface Press {
  kind: string
  ms: number
}

interface Recorder extends Omit<Vitals, 'presses'> {
  /** What is being pressed just now. */
  kind: string
  /** By the browser's number: one press is several events, and lasts as long as its longest. */
  pressed: Map<number, Press>
}

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type PressEvent = PerformanceEntry & { interactionId: number }

declare global {
  var vitalsRecorder: Recorder
}

/** Events shorter than this are not told of: the least the browser allows. */
const SHORTEST_EVENT_MS = 16

/** Lets every page opened from now on record its vitals, through the browser's own observers. */
export async function recordVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript((durationThreshold: number) => {
    const recorder: Recorder = { lcp: 0, cls: 0, kind: '', pressed: new Map() }
    globalThis.vitalsRecorder = recorder
    // Unnamed functions only: what names them in TypeScript does not exist in the page.
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

/** Says what is pressed from now on. */
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
