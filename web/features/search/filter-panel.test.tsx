import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FilterPanel, type FilterPanelProps, FiltersInDrawer } from './filter-panel.tsx'
import { NO_FILTERS } from './filters.ts'

/** The titles of the groups in the first paint. */
function groupsOf(Panel: ComponentType<FilterPanelProps>): string[] {
  const page = renderToStaticMarkup(
    <Panel filters={NO_FILTERS} onChange={() => undefined} facets={undefined} />,
  )
  return [...page.matchAll(/<(?:h3|summary)[^>]*>(.*?)</g)].map(([, title = '']) => title)
}

it('paints of a drawer the filters that fill it first, and of a column beside the results all', () => {
  const all = groupsOf(FilterPanel)
  expect(all.slice(0, 3)).toEqual(['Specialty', 'Location', 'Contacts'])
  expect(all).toHaveLength(8)
  expect(groupsOf(FiltersInDrawer)).toEqual(['Specialty', 'Location'])
})
