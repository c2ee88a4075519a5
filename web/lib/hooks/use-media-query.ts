import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches, now and after each change; false in a prerender. */
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
    () => false,
  )
}
