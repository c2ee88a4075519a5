import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { Reading, SearchResponse } from '#api/contract/search.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { ResultCard } from './result-card.tsx'
import { type Density, focusResults, searchView } from './search-view.ts'
import { useIsPainted } from './use-is-painted.ts'

// Cards far out of sight are not laid out: they hold most of a page's elements. The first ones are visible
// from the start, and would have an estimated height for a moment.
const LAID_OUT_IN_SIGHT =
  '[&>:nth-child(n+10)]:[content-visibility:auto] [&>:nth-child(n+10)]:[contain-intrinsic-size:auto_9.5rem] sm:[&>:nth-child(n+10)]:[contain-intrinsic-size:auto_6rem]'

/** A card's place until it is rendered: of its height on a desktop, of about its height on a phone. */
const PLACE =
  'min-h-38 sm:min-h-24 sm:compact:min-h-16 pointer-coarse:sm:min-h-28 pointer-coarse:sm:compact:min-h-18'

/** Of the height of a page that shows results, what is above the first card at least. */
const ABOVE_PX = 200
const CARD_PX: Record<Density, number> = { comfortable: 96, compact: 64 }

/** How many cards of a page that begins at its top are in sight; all up to the focused one at least. */
function cardsInSight(people: readonly Candidate[]): number {
  const inSight = Math.ceil((innerHeight - ABOVE_PX) / CARD_PX[searchView.cardDensity])
  const focused = people.findIndex(({ id }) => id === searchView.focusedId)
  return Math.max(inSight, focused + 1)
}

/**
 * The people of one page; an answer is painted with the cards in sight, and the others follow. Density is an
 * attribute, so that a change renders no card.
 */
export const ResultList = memo(function ResultList({
  people,
  readings,
  newsKinds,
  onOpen,
}: {
  people: readonly Candidate[]
  /** The query's readings. */
  readings: readonly Reading[]
  newsKinds?: SearchResponse['newsKinds']
  onOpen(person: Candidate): void
}) {
  const density = useProxyValue(searchView, (view) => view.cardDensity)
  const isPainted = useIsPainted()
  const [inSight] = useState(() => cardsInSight(people))
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    // Unmounting cards would drop the focus: it moves to the results that replace them.
    return () => {
      if (element?.contains(document.activeElement)) focusResults()
    }
  }, [])
  return (
    <ol
      ref={list}
      aria-label="Results"
      data-density={density}
      className={`@container list-none max-sm:-mx-4 ${LAID_OUT_IN_SIGHT}`}
    >
      {people.map((person, index) =>
        isPainted || index < inSight ? (
          <ResultCard
            key={person.id}
            person={person}
            readings={readings}
            news={newsKinds?.[person.id]}
            isFirst={index === 0}
            onOpen={onOpen}
          />
        ) : (
          <li key={person.id} className={PLACE} />
        ),
      )}
    </ol>
  )
})
