import {
  Children,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useSyncExternalStore,
} from 'react'

/** Between tries while there is a network: a server that restarts is back by then. */
const RETRY_MS = 3_000
const TRIES = 5

/**
 * A part of a screen whose code comes when it is first shown, to stand within `InBrowser`. The
 * screen around it stays whether or not it arrives.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadCode(load) }))
}

/**
 * What no page has ahead of the visit; nothing stands there until its code came. Each part has a
 * boundary of its own: a dialog that is open takes no text while one beside it is on its way.
 */
export function InBrowser({ children }: { children: ReactNode }) {
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  return isInBrowser && Children.map(children, (part) => <Suspense>{part}</Suspense>)
}

/**
 * Imports code, as soon as there is a network for it.
 * @throws what the import threw, once it failed several times with a network
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine) tries = 0
      else if (tries === TRIES) throw error
      await networkOrTime()
    }
  }
}

/** Resolves with the network's return; while there is one, after a while. */
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
