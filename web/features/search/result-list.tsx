import { memo, useLayoutEffect, useRef } from 'react'
import type { Candidate } from '#db/schema/candidates.ts'
import type { Reading } from '#db/schema/search.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { ResultCard } from './result-card.tsx'
import { focusResults, searchView } from './search-view.ts'

// A card out of sight is not laid out: most of a page's elements are cards. Those at the top are in
// sight from the start, and would be given an estimated height for a moment.
const LAID_OUT_IN_SIGHT =
  '[&>:nth-child(n+10)]:[content-visibility:auto] [&>:nth-child(n+10)]:[contain-intrinsic-size:auto_9.5rem] md:[&>:nth-child(n+10)]:[contain-intrinsic-size:auto_6rem]'

/** The people of one page. Density is an attribute, so that changing it renders no card. */
export const ResultList = memo(function ResultList({
  people,
  readings,
  onOpen,
}: {
  people: readonly Candidate[]
  /** How the text of the search was read. */
  readings: readonly Reading[]
  onOpen(person: Candidate): void
}) {
  const density = useProxyValue(searchView, (view) => view.density)
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    // Cards that go away take the focus with them: it stays with the results that come instead.
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
