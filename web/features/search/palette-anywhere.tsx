import { useNavigate } from '@tanstack/react-router'
import { CommandPalette } from './command-palette.tsx'
import type { CommandEffect } from './commands.ts'
import { NO_FILTERS } from './filters.ts'
import { parseSearchParams, toSearchUrl, withFilters } from './search-params.ts'

/** The palette over a screen without results: a filter starts a search. */
export function PaletteAnywhere({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()

  function run(effect: CommandEffect) {
    onClose()
    if (effect.kind === 'go') void navigate({ to: effect.to })
    if (effect.kind === 'filter') {
      const search = toSearchUrl(withFilters(parseSearchParams({}), effect.filters))
      void navigate({ to: '/search', search })
    }
  }

  return (
    <CommandPalette isOpen onClose={onClose} filters={NO_FILTERS} hasResults={false} onRun={run} />
  )
}
