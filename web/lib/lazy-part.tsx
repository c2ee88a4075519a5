import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from '#web/lib/hooks/use-hydrated.ts'
import { pauseOrNetwork } from './until-done.ts'

/** Delay between attempts while online: a server that restarts is back by then. */
const RETRY_MS = 3_000

/** The code of a part of a screen. */
interface Code<Props> {
  load(): Promise<ComponentType<Props>>
  loading?: Promise<void>
  loaded?: ComponentType<Props>
}

/**
 * A part of a screen whose code is loaded when it is first shown; the fallback is shown until it comes,
 * and in a prerender. The screen around it stays whether or not it comes. Without Suspense: for 300 ms
 * after a fallback React holds back other content that was late, and with it the hydration of the route.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  const code: Code<Props> = { load: () => loadCode(load) }
  return (props: Props) => <LatePart code={code} props={props} fallback={fallback} />
}

function LatePart<Props extends object>({
  code,
  props,
  fallback,
}: {
  code: Code<Props>
  props: Props
  fallback: ReactNode
}) {
  const [Part, setPart] = useState(() => code.loaded)
  useEffect(() => {
    let isOver = false
    code.loading ??= code.load().then((loaded) => {
      code.loaded = loaded
    })
    code.loading.then(
      () => {
        if (!isOver) setPart(() => code.loaded)
      },
      (fault: unknown) => {
        // Thrown while rendering, it reaches the error boundary.
        setPart(() => {
          throw fault
        })
      },
    )
    return () => {
      isOver = true
    }
  }, [code])
  return Part ? <Part {...props} /> : fallback
}

/** Content that is not prerendered. */
export function InBrowser({ children }: { children: ReactNode }) {
  return useHydrated() && children
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
      // Browsers report a script that failed to load as a TypeError.
      if (!(error instanceof TypeError)) throw error
      await pauseOrNetwork(navigator.onLine ? RETRY_MS : undefined)
    }
  }
}
