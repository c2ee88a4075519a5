import { Children, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** Delay between attempts while online: a server that restarts is back by then. */
const RETRY_MS = 3_000

/**
 * A part of a screen whose code is loaded when it is first shown, within `InBrowser`. The screen around
 * it stays whether or not the code arrives.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadCode(load) }))
}

/**
 * Content that is not prerendered; nothing is shown until its code is loaded. Each part has a Suspense
 * boundary of its own: an open dialog would take no input while a part beside it suspends.
 */
export function InBrowser({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  return isHydrated && Children.map(children, (part) => <Suspense>{part}</Suspense>)
}

/**
 * Imports code, again and again until it comes: `navigator.onLine` also holds behind a captive portal, and
 * React would keep a failure for as long as the page lives.
 * @throws what the code itself throws as it starts.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // As a browser reports a script that did not come.
      if (!(error instanceof TypeError)) throw error
      await networkOrTime()
    }
  }
}

/** Resolves when the browser is online again; while it is online, after a delay. */
function networkOrTime(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener('online', end)
      clearTimeout(timer)
      resolve()
    }
    addEventListener('online', end)
    const timer = navigator.onLine ? setTimeout(end, RETRY_MS) : undefined
  })
}
