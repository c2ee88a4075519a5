// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { parseSearchParams, type SearchParams } from '#api/contract/search-params.ts'
import { soon } from '#tests/support/soon.ts'
import { useAskedSearch } from './use-asked-search.ts'

const inCities = (...city: string[]) => parseSearchParams({ city: city.join() })
const [NONE, ONE, TWO, THREE] = [[], ['Reno'], ['Reno', 'Elko'], ['Reno', 'Elko', 'Ely']].map(
  (cities) => inCities(...cities),
) as [SearchParams, SearchParams, SearchParams, SearchParams]

function asking(commit = () => true) {
  const hook = renderHook(({ params }) => useAskedSearch(params, commit), {
    initialProps: { params: NONE },
  })
  return {
    shown: () => hook.result.current[0].filters.city,
    ask: (params: SearchParams) => act(() => hook.result.current[1](params)),
    // An address is parsed anew each time.
    arrive: ({ ...params }: SearchParams) => hook.rerender({ params }),
  }
}

it('a search shows before its address does, and the address of one before it does not bring that back', () => {
  const { shown, ask, arrive } = asking()
  ask(ONE)
  expect(shown()).toEqual(['Reno'])
  ask(TWO)
  arrive(ONE)
  expect(shown()).toEqual(['Reno', 'Elko'])
  ask(THREE)
  arrive(TWO)
  expect(shown()).toEqual(['Reno', 'Elko', 'Ely'])
  arrive(THREE)
  expect(shown()).toEqual(['Reno', 'Elko', 'Ely'])
})

it('once its address is there, Back and Forward show what theirs say', () => {
  const { shown, ask, arrive } = asking()
  ask(ONE)
  ask(TWO)
  arrive(ONE)
  arrive(TWO)
  arrive(ONE)
  expect(shown()).toEqual(['Reno'])
  arrive(THREE)
  expect(shown()).toEqual(['Reno', 'Elko', 'Ely'])
})

it('an address with the same search, as without a flag, leaves the one asked for', () => {
  const { shown, ask, arrive } = asking()
  ask(ONE)
  arrive(NONE)
  expect(shown()).toEqual(['Reno'])
})

it('a search that the address does not take, as its screen was left, is dropped', async () => {
  const commit = vi.fn(() => false)
  const { shown, ask } = asking(commit)
  ask(ONE)
  await act(() => soon(() => expect(commit).toHaveBeenCalledOnce()))
  expect(shown()).toEqual(NONE.filters.city)
})

it('another address than those asked for is shown at once', () => {
  const { shown, ask, arrive } = asking()
  ask(ONE)
  arrive(THREE)
  expect(shown()).toEqual(['Reno', 'Elko', 'Ely'])
})
