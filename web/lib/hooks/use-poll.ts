import { useEffect } from 'react'

/**
 * Calls again and again while the page is in sight and has a network, and at once when it comes into sight.
 * @param poll is stable between renders.
 * @param everyMs undefined where there is nothing to follow.
 */
export function usePoll(poll: () => void, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return
    const pollInSight = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) poll()
    }
    const timer = setInterval(pollInSight, everyMs)
    document.addEventListener('visibilitychange', pollInSight)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pollInSight)
    }
  }, [poll, everyMs])
}
