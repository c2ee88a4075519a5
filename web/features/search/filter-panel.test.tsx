// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { FilterPanel, type FilterPanelProps, FiltersInDrawer } from './filter-panel.tsx'
import { NO_FILTERS } from './filters.ts'
import { SpecialtyFilter } from './specialty-filter.tsx'

vi.mock('./specialty-filter.tsx', () => ({ SpecialtyFilter: vi.fn(() => null) }))

afterEach(() => {
  cleanup()
  vi.mocked(SpecialtyFilter).mockClear()
})

/** The titles of the groups in the first paint. */
function groupsOf(Panel: ComponentType<FilterPanelProps>): string[] {
  const page = renderToStaticMarkup(
    <Panel filters={NO_FILTERS} onChange={() => undefined} facets={undefined} />,
  )
  return [...page.matchAll(/<(?:h3|summary)[^>]*>(.*?)</g)].map(([, title = '']) => title)
}

it('paints every filter of a column beside the results at once, and of a drawer none', () => {
  const all = groupsOf(FilterPanel)
  expect(all.slice(0, 3)).toEqual(['Specialty', 'Location', 'Contacts'])
  expect(all).toHaveLength(8)
  expect(groupsOf(FiltersInDrawer)).toEqual([])
})

it('renders again for other filters or counts, and not for another page of the same', () => {
  const onChange = () => undefined
  const panel = (filters: FilterPanelProps['filters'], cardiologists: number) => (
    <FilterPanel
      filters={structuredClone(filters)}
      onChange={onChange}
      facets={{ specialty: { Cardiology: cardiologists } }}
    />
  )
  const { rerender, getByRole } = render(panel(NO_FILTERS, 7))
  rerender(panel(NO_FILTERS, 7))
  expect(SpecialtyFilter).toHaveBeenCalledTimes(1)
  rerender(panel(NO_FILTERS, 8))
  expect(SpecialtyFilter).toHaveBeenCalledTimes(2)
  rerender(panel({ ...NO_FILTERS, state: ['CA'] }, 8))
  expect(SpecialtyFilter).toHaveBeenCalledTimes(3)
  expect(getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'CA')
})
