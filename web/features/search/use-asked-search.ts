import { useCallback, useRef, useState } from 'react'
import type { SearchParams } from '#api/contract/search-params.ts'
import { afterPaint } from '#web/lib/after-paint.ts'

/**
 * An optimistic search: it shows at once, and later changes build on it; its address, whose loader runs
 * it, follows after the next paint.
 * @param params as the address has them; a new object with each address
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
