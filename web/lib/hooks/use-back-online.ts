import { useEffect } from 'react'

/** Retries when the network returns. */
export function useBackOnline(retry: () => void): void {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
}
