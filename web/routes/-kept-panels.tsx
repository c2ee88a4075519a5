import { useEffect, useState } from 'react'
import {
  paramsOfSavedSearch,
  parseSearchParams,
  type SearchParams,
} from '#api/contract/search-params.ts'
import { savedSearchLabels } from '#web/features/search/saved-search.ts'
import { TABLET } from '#web/features/search/widths.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { InBrowser, lazyPart } from '#web/lib/lazy-part.tsx'
import { searchSaving } from '#web/lib/searches/save-search.ts'
import { useWatches } from '#web/replica/watches.ts'
import { useActor } from '#web/session/session.ts'

const SaveSearchDialog = lazyPart(
  async () =>
    (await import('#web/features/saved-searches/save-search-dialog.tsx')).SaveSearchDialog,
)
const SavedSearchesPanel = lazyPart(
  async () =>
    (await import('#web/features/saved-searches/saved-searches-panel.tsx')).SavedSearchesPanel,
)
const SavedListsPanel = lazyPart(
  async () => (await import('#web/features/lists/saved-lists-panel.tsx')).SavedListsPanel,
)

/** The panel of saved searches or lists that the address opens, and the dialog that saves a search. */
export function KeptPanels({
  params,
  onChange,
}: {
  params: SearchParams
  onChange(params: SearchParams): void
}) {
  const isSignedIn = useActor().role !== 'visitor'
  const isBeside = useMediaQuery(TABLET)
  const isSaving = useProxyValue(searchSaving, (saving) => saving.params !== null)
  const areSearchesOpen = isSignedIn && params.tab === 'saved-searches'
  const areListsOpen = isSignedIn && params.tab === 'saved-lists'
  const hadSearches = useOnceTrue(areSearchesOpen)
  const hadLists = useOnceTrue(areListsOpen)
  const close = () => onChange({ ...params, tab: 'results' })
  const { isAnyAtOnce } = useWatches()

  useEffect(() => {
    if (isAnyAtOnce) void import('#web/lib/push.ts').then(({ renewPush }) => renewPush())
  }, [isAnyAtOnce])

  // The dialog belongs to the search screen alone.
  useEffect(
    () => () => {
      searchSaving.params = null
    },
    [],
  )

  return (
    <InBrowser>
      {isSaving && (
        <SaveSearchDialog
          labelsOf={savedSearchLabels}
          onView={() => onChange({ ...params, tab: 'saved-searches' })}
        />
      )}
      {hadSearches && (
        <SavedSearchesPanel
          isOpen={areSearchesOpen}
          isBeside={isBeside}
          onClose={close}
          labelsOf={savedSearchLabels}
          onApply={(saved) => onChange(paramsOfSavedSearch(saved))}
          onOpenNews={(news) => onChange({ ...parseSearchParams({}), news })}
        />
      )}
      {hadLists && <SavedListsPanel isOpen={areListsOpen} isBeside={isBeside} onClose={close} />}
    </InBrowser>
  )
}

/** Whether the value was ever true: a panel stays mounted while it animates out. */
function useOnceTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value)
  if (value && !wasTrue) setWasTrue(true)
  return wasTrue
}
