import { useElementScrollRestoration } from '@tanstack/react-router'
import {
  Fragment,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { afterPaint } from '#web/lib/after-paint.ts'
import { useLatestCallback } from '#web/lib/hooks/use-latest-callback.ts'

/** More than a screen holds. */
const FIRST_CARDS = 20

/** A person whose card is in sight, and how far the card's top is from the window's. */
export interface ScrollAnchor {
  id: string
  top: number
}

/**
 * A page of people. Back restores the scroll position by the card that was at the top: the
 * heights of cards that were never in sight are estimates.
 */
export function PersonCards<Person extends { candidate_id: string }>({
  people,
  anchor,
  onLeave,
  children: cardOf,
}: {
  people: readonly Person[]
  /** Where the page was left the last time. */
  anchor: ScrollAnchor | null
  onLeave(anchor: ScrollAnchor | null): void
  /** A person's card, memoized: all are asked for at each render. */
  children(person: Person): ReactNode
}) {
  const element = useRef<HTMLUListElement>(null)
  const isReturn = useElementScrollRestoration({ getElement: () => window }) !== undefined
  const [restored] = useState(isReturn ? anchor : null)
  const isRestoring = useRef(restored !== null)
  // Those in sight are painted before the others.
  const [isBegun, setBegun] = useState(false)
  const hasCards = people.length > 0
  useEffect(() => {
    if (hasCards) startTransition(() => setBegun(true))
  }, [hasCards])
  const found = people.findIndex(({ candidate_id }) => candidate_id === restored?.id)
  const first = Math.max(found, 0)

  useLayoutEffect(() => {
    const card = element.current?.children[found]
    if (!restored || !card) return
    const restore = () => {
      if (!isRestoring.current) return
      scrollBy({ top: card.getBoundingClientRect().top - restored.top })
    }
    restore()
    return afterPaint(() => {
      // Cards above it that come near have taken their own height.
      restore()
      // The cards above it that are still to come have another height than their placeholders.
      if (isBegun) isRestoring.current = false
    })
  }, [restored, found, isBegun])

  // The first answer may be a part of the page. Who has gone on meanwhile stays there.
  useEffect(() => {
    const listening = new AbortController()
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      window.addEventListener(type, () => (isRestoring.current = false), {
        passive: true,
        signal: listening.signal,
      })
    }
    return () => listening.abort()
  }, [])

  const leave = useLatestCallback(() => {
    const tops = [...(element.current?.children ?? [])].map(
      (card) => card.getBoundingClientRect().top,
    )
    const index = tops.findIndex((top) => top >= 0)
    const [id, top] = [people[index]?.candidate_id, tops[index]]
    onLeave(id === undefined || top === undefined ? null : { id, top })
  })
  useLayoutEffect(() => leave, [leave])

  return (
    <ul ref={element} aria-label="Healthcare workers">
      {people
        .slice(0, isBegun ? undefined : first + FIRST_CARDS)
        .map((person, index) =>
          isBegun || index >= first ? (
            <Fragment key={person.candidate_id}>{cardOf(person)}</Fragment>
          ) : (
            <li key={person.candidate_id} className="h-32" />
          ),
        )}
    </ul>
  )
}
