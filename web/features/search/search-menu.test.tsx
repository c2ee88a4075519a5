import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { SearchParams } from '#api/contract/search-params.ts'
import { NO_FILTERS } from './filters.ts'
import { SearchMenu } from './search-menu.tsx'
import type { SearchResults } from './use-search-results.ts'

const { watches } = vi.hoisted(() => ({ watches: { unread: 0 } }))
vi.mock('#web/replica/watches.ts', () => ({ useWatches: () => watches }))
vi.mock('#web/ui/dropdown-menu.tsx', () => ({
  DropdownMenu: ({ trigger }: { trigger: ReactNode }) => trigger,
  MenuItem: () => null,
  MenuSeparator: () => null,
}))

const label = () =>
  /aria-label="([^"]*)"/.exec(
    renderToStaticMarkup(
      <SearchMenu
        params={{ filters: NO_FILTERS } as SearchParams}
        results={{ found: null, failed: null, isPending: true } satisfies SearchResults}
        onChange={() => undefined}
      />,
    ),
  )?.[1]

it('says before it is opened how many saved searches have news', () => {
  expect(label()).toBe('Actions')
  watches.unread = 2
  expect(label()).toBe('Actions, 2 with news')
})
