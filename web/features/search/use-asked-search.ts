import { useCallback, useRef, useState } from 'react'
import { afterPaint } from '#web/lib/after-paint.ts'
import type { SearchParams } from './search-params.ts'

/**
 * The search asked for last. It shows at once, and what is asked next builds upon it; its address,
 * which starts it, follows once that is painted.
 * @param params as the address has them; another object with each address
 * @param commit puts a search into the address; stable between renders
 */
export function useAskedSearch(
  params: SearchParams,
  commit: (params: SearchParams) => void,
): [shown: SearchParams, ask: (params: SearchParams) => void] {
  const [asked, setAsked] = useState<{ over: SearchParams; next: SearchParams }>()
  const callOff = useRef<() => void>(undefined)

  const ask = useCallback(
    (next: SearchParams) => {
      setAsked({ over: params, next })
      callOff.current?.()
      callOff.current = afterPaint(() => commit(next))
    },
    [params, commit],
  )
  return [asked?.over === params ? asked.next : params, ask]
}
