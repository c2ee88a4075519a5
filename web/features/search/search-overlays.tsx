import { useNavigate } from '@tanstack/react-router'
import { type SearchParams, withFilters } from '#api/contract/search-params.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { askToEmail } from '#web/outreach/ask-to-email.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { CommandPalette } from './command-palette.tsx'
import type { CommandAction, CommandEffect } from './commands.ts'
import { FiltersDrawer } from './filters-drawer.tsx'
import { FocusedPreview } from './preview.tsx'
import { saveSearch } from './saved-search.ts'
import { chooseDensity, searchView } from './search-view.ts'
import {
  clearSelection,
  selectedOr,
  toggleSelectedAll,
  toggleSelectedPage,
} from './selection-store.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import type { SearchResults } from './use-search-results.ts'
import { DESK, TABLET } from './widths.ts'

export interface SearchOverlaysProps {
  params: SearchParams
  results: SearchResults
  onChange(params: SearchParams): void
}

/** The overlays of the search screen: at most one at a time. */
export function SearchOverlays({ params, results, onChange }: SearchOverlaysProps) {
  const overlay = useProxyValue(searchView, (view) => view.overlay)
  const isDesk = useMediaQuery(DESK)
  const isTablet = useMediaQuery(TABLET)
  const navigate = useNavigate()
  const people = results.found?.answer.data ?? []
  const setFilters = (filters: SearchParams['filters']) => onChange(withFilters(params, filters))

  function run(effect: CommandEffect) {
    closeOverlay()
    if (effect.kind === 'filter') setFilters(effect.filters)
    else if (effect.kind === 'search') onChange(effect.params)
    else if (effect.kind === 'go') void navigate({ to: effect.to, search: effect.search ?? {} })
    else act(effect.action)
  }

  function act(action: CommandAction) {
    const focused = people.find(({ id }) => id === searchView.focusedId)
    switch (action) {
      case 'select-page':
        return toggleSelectedPage(people.map(({ id }) => id))
      case 'select-all':
        return void toggleSelectedAll(params)
      case 'clear-selection':
        return clearSelection()
      case 'add-to-list':
        return void askForList(selectedOr(focused))
      case 'send-email':
        return void (focused && askToEmail(focused))
      case 'save-search':
        return saveSearch(params)
      case 'saved-searches':
      case 'saved-lists':
        return onChange({ ...params, tab: action })
      case 'toggle-density':
        return chooseDensity(searchView.density === 'compact' ? 'comfortable' : 'compact')
      case 'shortcuts':
        searchView.overlay = 'shortcuts'
    }
  }

  return (
    <>
      <FiltersDrawer
        isOpen={overlay === 'filters' && !isTablet}
        filters={params.filters}
        results={results}
        onChange={setFilters}
        onClose={closeOverlay}
      />
      <Drawer
        isOpen={overlay === 'preview' && !isDesk}
        onOpenChange={closeOverlay}
        title="Preview"
        side="right"
      >
        <FocusedPreview people={people} />
      </Drawer>
      <ShortcutsDialog isOpen={overlay === 'shortcuts'} onClose={closeOverlay} />
      <CommandPalette
        isOpen={overlay === 'palette'}
        onClose={closeOverlay}
        filters={params.filters}
        hasResults
        onRun={run}
      />
    </>
  )
}

function closeOverlay() {
  searchView.overlay = null
}
