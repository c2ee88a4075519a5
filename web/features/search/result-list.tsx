import { memo, useLayoutEffect, useRef } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { Reading } from '#api/contract/search.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { ResultCard } from './result-card.tsx'
import { focusResults, searchView } from './search-view.ts'

// Cards out of sight are not laid out: they hold most of a page's elements. The first ones are visible
// from the start, and would have an estimated height for a moment.
const LAID_OUT_IN_SIGHT =
  '[&>:nth-child(n+10)]:[content-visibility:auto] [&>:nth-child(n+10)]:[contain-intrinsic-size:auto_9.5rem] md:[&>:nth-child(n+10)]:[contain-intrinsic-size:auto_6rem]'

/** The people of one page. Density is an attribute, so that a change renders no card. */
export const ResultList = memo(function ResultList({
  people,
  readings,
  onOpen,
}: {
  people: readonly Candidate[]
  /** The query's readings. */
  readings: readonly Reading[]
  onOpen(person: Candidate): void
}) {
  const density = useProxyValue(searchView, (view) => view.cardDensity)
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
      className={`@container list-none max-md:-mx-4 ${LAID_OUT_IN_SIGHT}`}
    >
      {people.map((person, index) => (
        <ResultCard
          key={person.id}
          person={person}
          readings={readings}
          isFirst={index === 0}
          onOpen={onOpen}
        />
      ))}
    </ol>
  )
})
