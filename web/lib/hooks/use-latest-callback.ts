import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same from render to render and runs the latest one, for a memoized component.
 * Not for use while rendering.
 */
export function useLatestCallback<Args extends unknown[]>(
  run: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
