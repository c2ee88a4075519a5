import { useEffect } from 'react'

/** Tries again by itself what the network's return may mend. */
export function useBackOnline(retry: () => void): void {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
}
