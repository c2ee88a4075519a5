import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SearchFilters } from '#api/contract/search.ts'
import type { SearchHelp } from '#api/contract/search-assist.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { formatPeople } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NO_FILTERS } from './filters.ts'
import { helpSearch } from './search-client.ts'
import { type Relaxation, relaxationsOf } from './search-relaxation.ts'

/** Debounce: half a word often matches nobody, so hints are requested only after typing has stopped. */
const TYPING_PAUSE_MS = 300

/**
 * Without matches: each filter with the matches gained by dropping it, other readings, the words last.
 */
export function NoResults({
  filters,
  onChange,
}: {
  filters: SearchFilters
  onChange(filters: SearchFilters): void
}) {
  const help = useHelp(filters)
  const relaxations = help ? relaxationsOf(filters, help) : []
  return (
    <EmptyState
      icon={SearchX}
      title="No results found"
      action={<Button onClick={() => onChange(NO_FILTERS)}>Clear Filters</Button>}
    >
      <p>{explain(help, relaxations)}</p>
      {relaxations.length > 0 && (
        <ul aria-label="What would find somebody" className="mt-4 border-line border-t text-left">
          {relaxations.map((relaxation) => (
            <li key={`${relaxation.kind} ${relaxation.label}`} className="border-line border-b">
              <RelaxationButton
                relaxation={relaxation}
                onPress={() => onChange(relaxation.filters)}
              />
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}

function explain(help: SearchHelp | null, relaxations: readonly Relaxation[]): string {
  if (help && relaxations.length === 0)
    return 'Nobody matches this. Try other words, a specialty or a place.'
  return 'Nobody matches all of this at once.'
}

/** The words before each hint. */
const LEADS: Record<Relaxation['kind'], string> = {
  understanding: '',
  filter: 'Without ',
  reading: 'Read as ',
  words: 'Without ',
}

function RelaxationButton({ relaxation, onPress }: { relaxation: Relaxation; onPress(): void }) {
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center justify-between gap-4 px-2 py-2 text-ink transition-colors hover:bg-wash"
      onClick={onPress}
    >
      <span className="min-w-0 text-left [overflow-wrap:anywhere]">
        {LEADS[relaxation.kind]}
        <span className="font-medium">{relaxation.label}</span>
      </span>
      {relaxation.count !== null && (
        <span className="shrink-0 text-muted tabular-nums">{formatPeople(relaxation.count)}</span>
      )}
    </button>
  )
}

/** Null until answered, and where hints are not available: "Clear Filters" is there in any case. */
function useHelp(filters: SearchFilters): SearchHelp | null {
  const [help, setHelp] = useState<SearchHelp | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setHelp(null)
    const timer = setTimeout(() => {
      helpSearch(filters, signal).then(setHelp, (error: unknown) => {
        if (!(error instanceof ApiError) && !signal.aborted) throw error
      })
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [filters])

  return help
}
