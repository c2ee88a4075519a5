import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#web/lib/after-paint.ts'

/**
 * Whether the component has been painted: what is out of sight at first is rendered after that, and lets
 * presses in between.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setIsPainted(true))), [])
  return isPainted
}
