import { Link } from '@tanstack/react-router'
import { ArrowLeft, ListPlus, Star } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { WINDOW_MAX } from '#sync/contract/list-queries.ts'
import { formatPeople } from '#web/lib/format.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { FAVORITES_FAILED } from '#web/lib/lists/list-messages.ts'
import { useAskContactsKnown } from '#web/lib/people/known-contacts.ts'
import { usePersonRefusals } from '#web/lib/people/use-person-refusals.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { BulkReveal } from './bulk-reveal.tsx'
import { FavoriteCard } from './favorite-card.tsx'
import { PeopleSkeleton } from './person-card.tsx'
import { PersonCards, type ScrollAnchor } from './person-cards.tsx'
import { BAR_LABEL } from './selection-actions.tsx'
import { SelectionRow, selectedWith } from './selection-row.tsx'
import { usePeople } from './use-people.ts'
import { useSelectionIn } from './use-selection-in.ts'

/** What the user has chosen, and how far the screen was scrolled when it was left. */
interface FavoritesView {
  page: number
  selected: ReadonlySet<string>
  anchor: ScrollAnchor | null
}

const NOBODY: ReadonlySet<string> = new Set()

const FIRST_VIEW: FavoritesView = { page: 1, selected: NOBODY, anchor: null }

const starredOf = (candidate_ids: readonly string[]) =>
  ({ name: 'candidates.starred_of', args: { candidate_ids } }) as const

/**
 * `/lists/favorites`: everybody whom the account starred, the last starred first. Page and selection
 * outlive a visit to a profile, as those of a list do.
 */
export function FavoritesScreen() {
  const [view = FIRST_VIEW, setView] = useDraft<FavoritesView>('favorites')
  const { page, selected, anchor } = view
  const { rows, status, absence } = useLiveQuery('candidates.starred', {
    offset: (page - 1) * WINDOW_MAX,
  })
  const people = usePeople(rows)
  const pageIds = rows.map(({ candidate_id }) => candidate_id)
  useAskContactsKnown(pageIds)
  const total = rows[0]?.total ?? 0
  const totalPages = Math.ceil(total / WINDOW_MAX)
  const isNobody = status === 'ready' && rows.length === 0

  const change = useCallback(
    (next: (now: FavoritesView) => Partial<FavoritesView>) =>
      setView((now = FIRST_VIEW) => ({ ...now, ...next(now) })),
    [setView],
  )
  const select = useCallback(
    (ids: readonly string[], isSelected: boolean) =>
      change(({ selected }) => ({ selected: selectedWith(selected, ids, isSelected) })),
    [change],
  )
  const selectOne = useCallback(
    (id: string, isSelected: boolean) => select([id], isSelected),
    [select],
  )
  useSelectionIn(starredOf, { selected, select })
  // Stars were taken off meanwhile, and the page with them.
  const isPageGone = page > 1 && isNobody && absence === 'none'
  useEffect(() => {
    if (isPageGone) change(() => ({ page: 1 }))
  }, [isPageGone, change])

  const actions = <FavoriteActions selected={selected} />
  return (
    <div
      ref={keepFocus}
      tabIndex={-1}
      className="page flex flex-1 flex-col py-6 outline-none md:py-10"
    >
      <Link
        to="/lists"
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} mb-3 -ml-3 self-start`}
      >
        <ArrowLeft aria-hidden />
        My Lists
      </Link>
      <h1 className="font-semibold text-xl">Favorites</h1>
      {/* Its space is reserved: until the rows have arrived, it is not known. */}
      <p className="mt-1 mb-3 min-h-5 text-muted tabular-nums">
        {(total > 0 || absence === 'none') && formatPeople(total)}
      </p>
      {status === 'failed' && (
        <ErrorPanel title={FAVORITES_FAILED.title}>{FAVORITES_FAILED.description}</ErrorPanel>
      )}
      {isNobody && (
        <AbsentRows absence={absence} rows="favorites" skeleton={<PeopleSkeleton />}>
          <NoFavorites />
        </AbsentRows>
      )}
      {(status === 'loading' || rows.length > 0) && (
        <>
          <div className="top-(--top-bar-height) z-10 border-line border-b bg-paper py-3 md:not-short:sticky">
            <SelectionRow isOnlyPage={totalPages <= 1} {...{ pageIds, selected, select }}>
              {actions}
            </SelectionRow>
          </div>
          {/* Also while the first cards are rendered. */}
          {people.length === 0 && <PeopleSkeleton />}
          <PersonCards
            people={people}
            anchor={anchor}
            onLeave={(anchor) => change(() => ({ anchor }))}
          >
            {(person) => (
              <FavoriteCard
                person={person}
                isSelected={selected.has(person.candidate_id)}
                onSelect={selectOne}
              />
            )}
          </PersonCards>
        </>
      )}
      {selected.size > 0 && (
        // On a desktop the toolbar stays in sight.
        <ActionBar
          count={selected.size}
          onClear={() => change(() => ({ selected: NOBODY }))}
          className="md:not-short:hidden"
        >
          {actions}
        </ActionBar>
      )}
      <div className="py-4">
        <Pagination
          page={page}
          totalPages={totalPages}
          onPageChange={(next) => {
            change(() => ({ page: next }))
            scrollTo({ top: 0 })
          }}
        />
      </div>
    </div>
  )
}

/** What is done with the selected people. */
function FavoriteActions({ selected }: { selected: ReadonlySet<string> }) {
  const { isListRefused } = usePersonRefusals()
  return (
    <>
      <BulkReveal people={[...selected]} />
      <Button
        size="sm"
        data-restricted={isListRefused || undefined}
        onClick={() => void askForList([...selected])}
      >
        <ListPlus aria-hidden />
        <span className={BAR_LABEL}>Add to list</span>
      </Button>
    </>
  )
}

function NoFavorites() {
  return (
    <EmptyState
      icon={Star}
      title="You have no favorites yet"
      action={
        <Link to="/search" className={buttonClass({ variant: 'primary' })}>
          Go to Search
        </Link>
      }
    >
      The star on a profile keeps the person here, on all your devices.
    </EmptyState>
  )
}
