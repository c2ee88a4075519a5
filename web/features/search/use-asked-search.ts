import { useCallback, useRef, useState } from 'react'
import { parseSearchParams, type SearchParams, toSearchUrl } from '#api/contract/search-params.ts'
import { afterPaint } from '#web/lib/after-paint.ts'

interface Asked {
  next: SearchParams
  /** The address when it was asked. */
  over: SearchParams
  /** That address, and searches asked just before, whose addresses may still arrive. */
  earlier: readonly string[]
}

/**
 * An optimistic search: it shows at once, and later changes build on it; its address, whose loader runs
 * it, follows after the next paint.
 * @param params as the address has them; a new object with each address
 * @param commit puts a search into the address, and says whether it did; stable between renders
 */
export function useAskedSearch(
  params: SearchParams,
  commit: (params: SearchParams) => boolean,
): [shown: SearchParams, ask: (params: SearchParams) => void] {
  const [asked, setAsked] = useState<Asked>()
  const callOff = useRef<() => void>(undefined)
  const isAhead = asked !== undefined && isAheadOf(params, asked)
  if (asked && !isAhead) setAsked(undefined)

  const ask = useCallback(
    (next: SearchParams) => {
      setAsked((last) => ({
        next,
        over: params,
        earlier:
          last && isAheadOf(params, last) ? [...last.earlier, textOf(last.next)] : [textOf(params)],
      }))
      callOff.current?.()
      callOff.current = afterPaint(() => {
        if (!commit(next)) setAsked(undefined)
      })
    },
    [params, commit],
  )
  return [isAhead ? asked.next : params, ask]
}

/** Whether the address is still from before the asked search. */
function isAheadOf(params: SearchParams, { next, over, earlier }: Asked): boolean {
  if (params === over) return true
  const text = textOf(params)
  return text !== textOf(next) && earlier.includes(text)
}

/** As the address holds it, in the order of one that was parsed. */
const textOf = (params: SearchParams) =>
  JSON.stringify(toSearchUrl(parseSearchParams(toSearchUrl(params))))
