import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SearchHelp } from '#api/contract/search-assist.ts'
import type { SearchFilters } from '#db/schema/search.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { formatPeople } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NO_FILTERS } from './filters.ts'
import { helpSearch } from './search-client.ts'
import { type Relief, reliefsOf } from './search-relief.ts'

/** Half a word often matches nobody: ask what would help only once the typing has stopped. */
const TYPING_PAUSE_MS = 300

/** Nobody matches: each filter with what dropping it gains, another reading, the words last. */
export function NoResults({
  filters,
  onChange,
}: {
  filters: SearchFilters
  onChange(filters: SearchFilters): void
}) {
  const help = useHelp(filters)
  const reliefs = help ? reliefsOf(filters, help) : []
  return (
    <EmptyState
      icon={SearchX}
      title="No results found"
      action={<Button onClick={() => onChange(NO_FILTERS)}>Clear Filters</Button>}
    >
      <p>{explain(help, reliefs)}</p>
      {reliefs.length > 0 && (
        <ul aria-label="What would find somebody" className="mt-4 border-line border-t text-left">
          {reliefs.map((relief) => (
            <li key={`${relief.kind} ${relief.label}`} className="border-line border-b">
              <ReliefButton relief={relief} onPress={() => onChange(relief.filters)} />
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}

function explain(help: SearchHelp | null, reliefs: readonly Relief[]): string {
  if (help && reliefs.length === 0)
    return 'Nobody matches this. Try other words, a specialty or a place.'
  return 'Nobody matches all of this at once.'
}

/** What stands before the words of each way out. */
const LEADS: Record<Relief['kind'], string> = {
  understanding: '',
  filter: 'Without ',
  reading: 'Read as ',
  words: 'Without ',
}

function ReliefButton({ relief, onPress }: { relief: Relief; onPress(): void }) {
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center justify-between gap-4 px-2 py-2 text-ink transition-colors hover:bg-wash"
      onClick={onPress}
    >
      <span className="min-w-0 text-left [overflow-wrap:anywhere]">
        {LEADS[relief.kind]}
        <span className="font-medium">{relief.label}</span>
      </span>
      {relief.count !== null && (
        <span className="shrink-0 text-muted tabular-nums">{formatPeople(relief.count)}</span>
      )}
    </button>
  )
}

/** Null until answered, and where a hint cannot be had: "Clear Filters" is there all the same. */
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
