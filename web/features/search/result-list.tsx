import { memo } from 'react'
import type { Candidate } from '../../../db/schema/candidates.ts'
import { useProxyValue } from '../../lib/use-proxy-value.ts'
import { ResultCard } from './result-card.tsx'
import { searchView } from './search-view.ts'

/** The people of one page. Density is an attribute, so that changing it renders no card. */
export const ResultList = memo(function ResultList({
  people,
  onOpen,
}: {
  people: readonly Candidate[]
  onOpen(person: Candidate): void
}) {
  const density = useProxyValue(searchView, (view) => view.density)
  return (
    <ol aria-label="Results" data-density={density} className="@container list-none max-md:-mx-4">
      {people.map((person, index) => (
        <ResultCard key={person.id} person={person} isFirst={index === 0} onOpen={onOpen} />
      ))}
    </ol>
  )
})
