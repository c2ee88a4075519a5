import { BellRing, Info } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { Reading } from '#api/contract/search.ts'
import { type SearchParams, withFilters } from '#api/contract/search-params.ts'
import { formatPeople } from '#web/lib/format.ts'
import { useLatestCallback } from '#web/lib/hooks/use-latest-callback.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { RESULTS_ID } from '#web/lib/results-id.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { AddToListButton } from './add-to-list-button.tsx'
import { EmailButton } from './email-button.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { FiltersButton } from './filters-button.tsx'
import { NewsBar } from './news-bar.tsx'
import { NoResults } from './no-results.tsx'
import { FocusedPreview, PreviewSkeleton } from './preview.tsx'
import { QueryField } from './query-field.tsx'
import { ResultList } from './result-list.tsx'
import { ResultsSkeleton, SearchFailure } from './results-status.tsx'
import { SearchOverlays } from './search-overlays.tsx'
import type { SearchRun } from './search-run.ts'
import { SearchToolbar } from './search-toolbar.tsx'
import { focusCard, focusResults, forgetFocusOfOthers, searchView } from './search-view.ts'
import { SelectionBar } from './selection-bar.tsx'
import { followSearch } from './selection-store.ts'
import { type ReadText, understood } from './understood.ts'
import { useRail } from './use-rail.ts'
import { type SearchResults, useSearchResults } from './use-search-results.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { DESK, TABLET } from './widths.ts'

/** One shared array, so that cards without text to mark are not rendered again. */
const NOTHING_READ: readonly Reading[] = []

export interface SearchScreenProps {
  /** The search as the address holds it. */
  params: SearchParams
  /** That search, under way or done. */
  run: SearchRun
  /** Administrators' tools in the toolbar. */
  tools?: ReactNode
  onChange(params: SearchParams): void
  /** Repeats the search. */
  onRetry(): void
  onOpenProfile(personId: string): void
  hrefFor(params: SearchParams): string
}

/** Filters, results, preview. The address is the state; each change runs a search at once. */
export function SearchScreen({ params, run, tools, onChange, ...actions }: SearchScreenProps) {
  const results = useSearchResults(run)
  const people = useMemo(() => results.found?.answer.data ?? [], [results.found])
  const isDesk = useMediaQuery(DESK)
  const isTablet = useMediaQuery(TABLET)
  const hasRail = useRail()
  const setFilters = useLatestCallback((filters: SearchParams['filters']) =>
    onChange(withFilters(params, filters)),
  )
  useShortcuts(people, params)

  useEffect(() => followSearch(params), [params])
  useEffect(() => forgetFocusOfOthers(people), [people])

  return (
    <div className="mx-auto flex w-full max-w-440 flex-1 items-stretch">
      <h1 className="sr-only">Search</h1>
      {hasRail && (
        <SideColumn label="Filters" className="w-(--rail-width) border-r">
          <h2 className="sr-only">Filters</h2>
          <FilterPanel
            filters={params.filters}
            onChange={setFilters}
            facets={results.found?.answer.facets}
          />
        </SideColumn>
      )}
      <div className="gutter min-w-0 flex-1 pb-24">
        <div className="flex items-center gap-1 pt-2 md:pt-3">
          <div className="min-w-0 flex-1">
            <QueryField {...{ params, onChange }} />
          </div>
          {!isTablet && <FiltersButton filters={params.filters} />}
        </div>
        <SearchToolbar {...{ params, results, tools, onChange }} />
        {params.news ? (
          <NewsBar params={{ ...params, news: params.news }} {...{ results, onChange }} />
        ) : (
          <ActiveFilters
            filters={params.filters}
            understood={understood(params.filters, lastRead(results))}
            onChange={setFilters}
          />
        )}
        <SearchNotice text={results.found?.answer.notice} />
        <Announcement results={results} />
        <section
          id={RESULTS_ID}
          tabIndex={-1}
          aria-label="Search results"
          className="scroll-mt-48 outline-none"
        >
          <ResultsArea {...{ params, results, people, onChange, ...actions }} />
        </section>
      </div>
      {isDesk && (
        <SideColumn label="Preview" className="w-(--preview-width) border-l">
          {results.found && <FocusedPreview people={people} />}
          {!results.found && !results.failed && <PreviewSkeleton />}
        </SideColumn>
      )}
      <SelectionBar>
        <AddToListButton />
        <ExportButton people={people} filters={params.filters} />
        <EmailButton people={people} />
      </SelectionBar>
      <SearchOverlays {...{ params, results, onChange }} />
    </div>
  )
}

function lastRead({ found, failed }: SearchResults): ReadText | null {
  if (!found || failed) return null
  return { filters: found.params.filters, readings: found.answer.interpretation }
}

/** A notice about the query, for instance that contacts cannot be searched. */
function SearchNotice({ text }: { text: string | undefined }) {
  return text ? (
    <p role="status" className="flex gap-2 pb-2 text-muted text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </p>
  ) : null
}

/** Sticky, and scrolls on its own while the results scroll with the page. */
function SideColumn({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    <aside
      aria-label={label}
      className={`sticky top-(--top-bar-height) h-[calc(100dvh-var(--top-bar-height))] shrink-0 overflow-y-auto overscroll-contain border-line p-5 pl-(--gutter) [contain:strict] ${className}`}
    >
      {children}
    </aside>
  )
}

/** Announces the number of matches to screen readers, once per search. */
function Announcement({ results: { found, isPending } }: { results: SearchResults }) {
  return (
    <p role="status" className="sr-only">
      {!isPending && found && `${formatPeople(found.answer.count)} found`}
    </p>
  )
}

type ResultsAreaProps = Omit<SearchScreenProps, 'run' | 'tools'> & {
  results: SearchResults
  people: readonly Candidate[]
}

function ResultsArea({
  params,
  results: { found, failed, isPending },
  people,
  onChange,
  onRetry,
  onOpenProfile,
  hrefFor,
}: ResultsAreaProps) {
  const openPerson = useOpenPerson(onOpenProfile)
  const retry = useCallback(() => {
    focusResults()
    onRetry()
  }, [onRetry])
  return (
    <>
      {failed && (
        <div className="py-4">
          <SearchFailure error={failed.error} hasResults={people.length > 0} onRetry={retry} />
        </div>
      )}
      {!found && !failed && <ResultsSkeleton />}
      {found && people.length === 0 && !failed && found.params.news && <NoNews />}
      {found && people.length === 0 && !failed && !found.params.news && (
        <NoResults
          filters={found.params.filters}
          onChange={(filters) => {
            focusResults()
            onChange(withFilters(params, filters))
          }}
        />
      )}
      {found && people.length > 0 && (
        <div
          data-pending={isPending || undefined}
          className="transition-opacity data-[pending]:opacity-60 data-[pending]:delay-100"
        >
          <ResultList
            key={JSON.stringify(found.params)}
            people={people}
            readings={found.answer.interpretation ?? NOTHING_READ}
            newsKinds={found.answer.newsKinds}
            onOpen={openPerson}
          />
          <div className="py-6">
            <Pagination
              page={params.page}
              totalPages={found.answer.totalPages}
              onPageChange={(page) => {
                focusResults()
                onChange({ ...params, page })
              }}
              hrefFor={(page) => hrefFor({ ...params, page })}
            />
          </div>
        </div>
      )}
    </>
  )
}

function NoNews() {
  return (
    <EmptyState icon={BellRing} title="Nothing to show">
      Nobody in these news is in the directory, or the search is not watched any more.
    </EmptyState>
  )
}

/**
 * A click on a card: on a desktop the preview beside it, on a tablet the preview over it, on a phone the
 * profile.
 */
function useOpenPerson(onOpenProfile: (personId: string) => void) {
  return useCallback(
    ({ id }: Candidate) => {
      if (!matchMedia(TABLET).matches) return onOpenProfile(id)
      focusCard(id)
      if (!matchMedia(DESK).matches) searchView.overlay = 'preview'
    },
    [onOpenProfile],
  )
}
