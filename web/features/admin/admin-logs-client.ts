import type {
  GroupDecision,
  SearchErrorEntry,
  SearchErrorGroup,
  SearchErrorQuery,
  SearchErrorStatistics,
  SearchRerun,
} from '#db/schema/search-error-logs.ts'
import { api, call, isAnything, isRecord } from '#web/lib/api-client.ts'

/** Calls about the log of search errors. Each throws ApiError. */

/** The newest entries of a range, at most 100. */
export async function fetchSearchErrors(query: SearchErrorQuery): Promise<SearchErrorEntry[]> {
  const { data } = await call(
    (init) => api.admin['search-errors'].$get({ query }, { init }),
    isList<SearchErrorEntry>,
  )
  return data
}

/** What the entries of a range come to. */
export function fetchSearchErrorStatistics({
  range,
}: Pick<SearchErrorQuery, 'range'>): Promise<SearchErrorStatistics> {
  return call(
    (init) => api.admin['search-errors'].statistics.$get({ query: { range } }, { init }),
    isStatistics,
  )
}

/** What fails in a range, most frequent first. */
export async function fetchSearchErrorGroups({
  range,
  type,
}: Pick<SearchErrorQuery, 'range' | 'type'>): Promise<SearchErrorGroup[]> {
  const query = type ? { range, type } : { range }
  const { data } = await call(
    (init) => api.admin['search-error-groups'].$get({ query }, { init }),
    isList<SearchErrorGroup>,
  )
  return data
}

/** Resolves or ignores what fails, or opens it again. */
export async function decideOnGroup(fingerprint: string, state: GroupDecision): Promise<void> {
  const request = { param: { fingerprint }, json: { state } }
  await call(
    (init) => api.admin['search-error-groups'][':fingerprint'].$put(request, { init }),
    isAnything,
  )
}

/** Repeats the search of an entry. @returns how it went. */
export function rerunSearch(id: string): Promise<SearchRerun> {
  return call(
    (init) => api.admin['search-errors'][':id'].rerun.$post({ param: { id } }, { init }),
    isRerun,
  )
}

export async function deleteSearchError(id: string): Promise<void> {
  await call(
    (init) => api.admin['search-errors'][':id'].$delete({ param: { id } }, { init }),
    isAnything,
  )
}

function isList<Row>(body: unknown): body is { data: Row[] } {
  return isRecord(body) && Array.isArray(body.data)
}

function isStatistics(body: unknown): body is SearchErrorStatistics {
  return isRecord(body) && typeof body.total_errors === 'number'
}

function isRerun(body: unknown): body is SearchRerun {
  return isRecord(body) && typeof body.response_time_ms === 'number'
}
