import type { z } from 'zod'
import type { SearchResponse, SelectAllResponse, searchRequest } from '#api/contract/search.ts'
import { api, call, isRecord } from '#web/lib/api-client.ts'

type SearchCall = Omit<z.input<typeof searchRequest>, 'selectAll'>

/** A page of people. @throws ApiError; an AbortError when `signal` aborts. */
export function search(request: SearchCall, signal?: AbortSignal): Promise<SearchResponse> {
  return call((init) => api.search.$post({ json: request }, { init }), {
    signal,
    isExpected: isSearchResponse,
  })
}

/** The ids of at most `limit` people who match. @throws ApiError */
export function searchIds(request: SearchCall): Promise<SelectAllResponse> {
  return call((init) => api.search.$post({ json: { ...request, selectAll: true } }, { init }), {
    isExpected: isIdList,
  })
}

function isIdList(body: unknown): body is SelectAllResponse {
  return isRecord(body) && Array.isArray(body.data) && typeof body.count === 'number'
}

function isSearchResponse(body: unknown): body is SearchResponse {
  return isIdList(body) && typeof body.totalPages === 'number'
}
