import { useCallback, useEffect, useRef, useState } from 'react'
import { type SearchParams, toSearchUrl } from '#api/contract/search-params.ts'
import { afterPaint } from '#web/lib/after-paint.ts'

interface Asked {
  next: SearchParams
  /** The address when it was asked. */
  over: SearchParams
  /** Those asked before it, whose addresses may still be on their way. */
  earlier: readonly string[]
}

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
  const [asked, setAsked] = useState<Asked>()
  const callOff = useRef<() => void>(undefined)
  const isAhead = asked !== undefined && isAheadOf(params, asked)
  useEffect(() => {
    if (!isAhead) setAsked(undefined)
  }, [isAhead])

  const ask = useCallback(
    (next: SearchParams) => {
      setAsked((last) => ({
        next,
        over: params,
        earlier: last && isAheadOf(params, last) ? [...last.earlier, textOf(last.next)] : [],
      }))
      callOff.current?.()
      callOff.current = afterPaint(() => commit(next))
    },
    [params, commit],
  )
  return [isAhead ? asked.next : params, ask]
}

/** Whether the address is not the asked one's yet, but from before it. */
function isAheadOf(params: SearchParams, { next, over, earlier }: Asked): boolean {
  if (params === over) return true
  const text = textOf(params)
  return text !== textOf(next) && earlier.includes(text)
}

const textOf = (params: SearchParams) => JSON.stringify(toSearchUrl(params))
