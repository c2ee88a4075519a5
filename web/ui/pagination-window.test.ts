import { expect, it } from 'vitest'
import { paginationWindow } from './pagination-window.ts'

it('SEARCH-34 ADMIN-10 shows five pages around the present one, the first, the last and gaps', () => {
  expect(paginationWindow(20, 48)).toEqual([1, 'gap', 18, 19, 20, 21, 22, 'gap', 48])
})

it('SEARCH-34 keeps five pages at both ends', () => {
  expect(paginationWindow(1, 48)).toEqual([1, 2, 3, 4, 5, 'gap', 48])
  expect(paginationWindow(48, 48)).toEqual([1, 'gap', 44, 45, 46, 47, 48])
})

it('SEARCH-34 never puts a gap where one page would fit', () => {
  expect(paginationWindow(4, 48)).toEqual([1, 2, 3, 4, 5, 6, 'gap', 48])
  expect(paginationWindow(5, 48)).toEqual([1, 2, 3, 4, 5, 6, 7, 'gap', 48])
  expect(paginationWindow(44, 48)).toEqual([1, 'gap', 42, 43, 44, 45, 46, 47, 48])
})

it('SEARCH-34 ADMIN-10 shows every page of a short result', () => {
  expect(paginationWindow(1, 0)).toEqual([])
  expect(paginationWindow(1, 1)).toEqual([1])
  expect(paginationWindow(3, 4)).toEqual([1, 2, 3, 4])
})

it('SEARCH-34 always offers the present, the first and the last page, in order and once', () => {
  for (let total = 1; total <= 30; total += 1) {
    for (let page = 1; page <= total; page += 1) {
      const pages = paginationWindow(page, total).filter((entry) => entry !== 'gap')
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
      expect(pages).toEqual(expect.arrayContaining([1, page, total]))
    }
  }
})
