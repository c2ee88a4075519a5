import type { SearchResponse } from '#api/contract/search.ts'
import type { SearchParams } from '#api/contract/search-params.ts'
import { PAGE_SIZE } from '#db/schema/vocabulary.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { search } from '#web/lib/people/directory-client.ts'
import { retriedCall } from '#web/lib/retried-call.ts'

export type SearchOutcome = { params: SearchParams; elapsedMs: number } & (
  | { kind: 'found'; answer: SearchResponse }
  | { kind: 'failed'; error: ApiError }
)

/** A search under way. The screen keeps the former one until this one has its outcome. */
export interface SearchRun {
  params: SearchParams
  /** Null while under way, and for ever where a later search overtook it. */
  outcome: SearchOutcome | null
  /** Never rejects over a failed search: a failure is an outcome. */
  done: Promise<SearchOutcome | null>
}

/** Starts a search at once. Overtaking it aborts `signal`; its outcome then stays null. */
export function startSearch(params: SearchParams, signal: AbortSignal): SearchRun {
  const run: SearchRun = { params, outcome: null, done: Promise.resolve(null) }
  run.done = outcomeOf(params, signal).then((outcome) => {
    run.outcome = outcome
    return outcome
  })
  return run
}

async function outcomeOf(params: SearchParams, signal: AbortSignal): Promise<SearchOutcome | null> {
  const startedAt = performance.now()
  const elapsed = () => ({ params, elapsedMs: performance.now() - startedAt })
  try {
    const answer = await retriedCall(() => search(toRequest(params), signal))
    return { ...elapsed(), kind: 'found', answer }
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof ApiError)) throw error
    return { ...elapsed(), kind: 'failed', error }
  }
}

function toRequest({ filters, page, sortKey, sortDirection, news }: SearchParams) {
  return {
    filters,
    ...(news ? { news } : {}),
    page,
    limit: PAGE_SIZE,
    facets: true,
    ...(sortKey ? { sortKey, sortDirection } : {}),
  }
}
