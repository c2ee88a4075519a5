import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { parseSearchParams } from '#api/contract/search-params.ts'
import type { SelectProps } from '#web/ui/select.tsx'
import { SortControl } from './sort-control.tsx'

const { shown } = vi.hoisted(() => ({ shown: {} as { select: SelectProps; label: string } }))
vi.mock('#web/ui/select.tsx', () => ({
  Select: (select: SelectProps) => {
    shown.select = select
    return null
  },
}))
vi.mock('#web/ui/button.tsx', () => ({
  IconButton: ({ label }: { label: string }) => {
    shown.label = label
    return null
  },
}))

const onChange = vi.fn()
beforeEach(() => void onChange.mockReset())

function control(search: Record<string, unknown>) {
  const params = parseSearchParams(search)
  renderToStaticMarkup(<SortControl params={params} hasDirection onChange={onChange} />)
  return params
}

it('SEARCH-18 offers the best first by its name with text and without, then each order', () => {
  const orders = ['Recently checked', 'Name', 'Title', 'Specialty', 'Organization', 'Location']
  control({ query: 'icu' })
  expect(shown.select.options.map(({ label }) => label)).toEqual(['Best match', ...orders])
  control({})
  expect(shown.select.options.map(({ label }) => label)).toEqual(['Best contacts', ...orders])
})

it('another order starts on the first page, in its own direction', () => {
  const params = control({ query: 'icu', page: 3, sortKey: 'name', sortDirection: 'desc' })
  expect(shown.label).toBe('Sort ascending')
  shown.select.onValueChange('title')
  const first = { ...params, page: 1 }
  expect(onChange).toHaveBeenLastCalledWith({ ...first, sortKey: 'title', sortDirection: 'asc' })
  shown.select.onValueChange('verified')
  expect(onChange).toHaveBeenLastCalledWith({
    ...first,
    sortKey: 'verified',
    sortDirection: 'desc',
  })
  shown.select.onValueChange('')
  expect(onChange).toHaveBeenLastCalledWith({ ...first, sortKey: null, sortDirection: 'asc' })
})
