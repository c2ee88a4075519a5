import { useSyncExternalStore } from 'react'

/** False in a prerender and in the render that takes it over, which must be alike; else true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
