import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Pagination } from './pagination.tsx'

/** The labels of a pagination's buttons, with what each leads to. */
function buttons(page: number, hrefFor?: (page: number) => string): string[] {
  const markup = renderToStaticMarkup(
    <Pagination page={page} totalPages={3} onPageChange={() => undefined} {...{ hrefFor }} />,
  )
  return [...markup.matchAll(/<(?:button|a) [^>]*>/g)].map(([tag]) => {
    const [, label] = /aria-label="([^"]*)"/.exec(tag) ?? []
    const [, href] = /href="([^"]*)"/.exec(tag) ?? []
    const state = tag.includes(' disabled=""')
      ? 'off'
      : tag.includes('aria-current="page"') && 'here'
    return [label, state, href].filter(Boolean).join(' ')
  })
}

it('SEARCH-34 leads to every page but beyond the ends, and says which this is', () => {
  expect(buttons(1)).toEqual(['Previous page off', 'Page 1 here', 'Page 2', 'Page 3', 'Next page'])
  expect(buttons(3)).toEqual(['Previous page', 'Page 1', 'Page 2', 'Page 3 here', 'Next page off'])
})

it('a page can be opened in a tab of its own, by its address', () => {
  expect(buttons(3, (page) => `/search?page=${page}`)).toEqual([
    ...['Previous page /search?page=2', 'Page 1 /search?page=1', 'Page 2 /search?page=2'],
    ...['Page 3 here /search?page=3', 'Next page off'],
  ])
})
