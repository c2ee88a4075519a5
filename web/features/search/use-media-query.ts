import { useCallback, useSyncExternalStore } from 'react'

/** Rail, results and preview side by side. */
export const DESK = '(width >= 1280px)'
/** Filters and results side by side; a preview has room over them. Below, a profile opens as a page. */
export const TABLET = '(width >= 820px)'

/** Whether the window matches, now and after each change. */
export function useMediaQuery(query: string): boolean {
  const listen = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(
    listen,
    () => matchMedia(query).matches,
    // Ahead of any visit: the smallest screen.
    () => false,
  )
}
