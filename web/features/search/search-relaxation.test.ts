import { expect, it } from 'vitest'
import type { SearchHelp } from '#api/contract/search-assist.ts'
import { NO_FILTERS } from './filters.ts'
import { relaxationsOf } from './search-relaxation.ts'

const FILTERS = {
  ...NO_FILTERS,
  query: 'pa houston',
  state: ['NV'],
  city: ['Reno', 'Sparks'],
  hasContact: ['mobile' as const],
}

it('SEARCH-05 names each filter with what dropping it gains, then another reading, the words last', () => {
  const relaxations = relaxationsOf(FILTERS, {
    filters: [
      { filter: 'hasContact', count: 4 },
      { filter: 'city', count: 212 },
    ],
    words: [
      { text: 'houston', query: 'pa', count: 900 },
      { text: 'pa', query: 'houston', count: 1 },
    ],
    nearest: {
      query: 'state:PA houston',
      kind: 'state',
      values: ['Pennsylvania'],
      count: 31,
    },
  })
  expect(relaxations.map(({ kind, label, count }) => [kind, label, count])).toEqual([
    ['filter', 'Reno or Sparks', 212],
    ['filter', 'Has mobile', 4],
    ['reading', 'State: Pennsylvania', 31],
    ['words', '“houston”', 900],
    ['words', '“pa”', 1],
  ])
  expect(relaxations.map(({ filters }) => filters)).toEqual([
    { ...FILTERS, city: [] },
    { ...FILTERS, hasContact: [] },
    { ...FILTERS, query: 'state:PA houston' },
    { ...FILTERS, query: 'pa' },
    { ...FILTERS, query: 'houston' },
  ])
})

it('offers nothing that finds nobody, and no filter that is not there', () => {
  expect(
    relaxationsOf(FILTERS, {
      filters: [
        { filter: 'state', count: 0 },
        { filter: 'title', count: 5 },
      ],
      words: [],
      nearest: null,
    }),
  ).toEqual([])
})

it('SEARCH-05 offers first to understand what was taken exactly', () => {
  const exact = { ...FILTERS, exact: true }
  const help: SearchHelp = { filters: [{ filter: 'city', count: 2 }], words: [], nearest: null }
  expect(relaxationsOf(exact, help)).toEqual([
    { kind: 'understanding', label: 'Understand the words', count: null, filters: FILTERS },
    { kind: 'filter', label: 'Reno or Sparks', count: 2, filters: { ...exact, city: [] } },
  ])
  expect(relaxationsOf({ ...exact, query: '' }, { ...help, filters: [] })).toEqual([])
})
