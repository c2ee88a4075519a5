import { useNavigate } from '@tanstack/react-router'
import {
  parseSearchParams,
  type SearchParams,
  toSearchUrl,
  withFilters,
} from '#api/contract/search-params.ts'
import { CommandPalette } from './command-palette.tsx'
import type { CommandEffect } from './commands.ts'
import { NO_FILTERS } from './filters.ts'

/** The palette on a screen without results: a filter or a saved search opens the search. */
export function PaletteAnywhere({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()

  const openSearch = (params: SearchParams) =>
    void navigate({ to: '/search', search: toSearchUrl(params) })

  function run(effect: CommandEffect) {
    onClose()
    if (effect.kind === 'go') void navigate({ to: effect.to, search: effect.search ?? {} })
    if (effect.kind === 'filter') openSearch(withFilters(parseSearchParams({}), effect.filters))
    if (effect.kind === 'search') openSearch(effect.params)
  }

  return (
    <CommandPalette isOpen onClose={onClose} filters={NO_FILTERS} hasResults={false} onRun={run} />
  )
}
