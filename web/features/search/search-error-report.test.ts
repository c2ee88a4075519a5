import { describe, expect, it } from 'vitest'
import { parseSearchParams } from '#api/contract/search-params.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { NO_FILTERS } from './filters.ts'
import { classifySearchError, toSearchErrorReport } from './search-error-report.ts'

describe('reporting a failed search', () => {
  it('SEARCH-37 tells timeouts and edge errors apart by the message; a timeout wins', () => {
    expect(classifySearchError('Edge Function returned 500')).toBe('edge_error')
    expect(classifySearchError('edge function TIMEOUT')).toBe('timeout')
    expect(classifySearchError('out of memory')).toBe('other')
  })

  it('SEARCH-38 fills every field of a log row', () => {
    const params = {
      ...parseSearchParams({}),
      filters: { ...NO_FILTERS, query: 'icu', state: ['NV'] },
    }
    const error = new ApiError('search_unavailable', 'The search is starting.')
    const page = { url: 'https://clinidex.test/search?query=icu', userAgent: 'Browser/1' }
    expect(toSearchErrorReport({ kind: 'failed', error, params, elapsedMs: 812.6 }, page)).toEqual({
      error_type: 'other',
      edge_function_name: 'search',
      response_time_ms: 813,
      error_message: 'Optimized search failed: The search is starting.',
      search_query: 'icu',
      search_url: 'https://clinidex.test/search?query=icu',
      search_filters: { query: 'icu', state: ['NV'] },
      user_agent: 'Browser/1',
    })
  })
})
