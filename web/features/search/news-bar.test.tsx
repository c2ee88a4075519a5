import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { SearchParams } from '#api/contract/search-params.ts'
import type { NewsSummary } from '#api/contract/watch-news.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { NewsBar } from './news-bar.tsx'
import type { SearchResults } from './use-search-results.ts'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))

const SUMMARY: NewsSummary = {
  name: 'ICU, as it was',
  team: null,
  after: null,
  until: null,
  counts: { new: 1204, moved: 0, gone: 2, verified: 0 },
  left: 0,
}

/** The words of the bar, of news whose search this device has or not. */
function shown(summary: Partial<NewsSummary> | undefined, rows: readonly object[] = []): string {
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows: rows as never[] })
  const news = { ...SUMMARY, ...summary }
  const found = summary && { answer: { news } }
  const page = renderToStaticMarkup(
    <NewsBar
      params={{ news: { search_id: 'a search' } } as SearchParams & { news: { search_id: string } }}
      results={{ found } as SearchResults}
      onChange={() => undefined}
    />,
  )
  return page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

it('says how many are new of each kind there is, and how many left the directory', () => {
  expect(shown({})).toBe('ICU, as it was All 1,204 new 2 gone')
  expect(shown({ left: 1 })).toContain('1 person left the directory: there is nothing to show.')
  expect(shown({ left: 12 })).toContain('12 people left the directory')
})

it('has the present name of a search that this device has, and a way to all of it', () => {
  const saved = { owner_id: '', id: 'a search', name: 'ICU nights', search_params: {} }
  expect(shown({}, [saved])).toBe('ICU nights Whole search All 1,204 new 2 gone')
  expect(shown({}, [{ ...saved, owner_id: 'a team' }])).not.toContain('ICU nights')
  expect(shown(undefined)).toBe('What is new')
})
