import type {
  GroupDecision,
  SearchErrorEntry,
  SearchErrorGroup,
  SearchErrorQuery,
  SearchErrorStatistics,
  SearchRerun,
} from '#api/contract/admin-search-errors.ts'
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

/** Statistics of a range. */
export function fetchSearchErrorStatistics({
  range,
}: Pick<SearchErrorQuery, 'range'>): Promise<SearchErrorStatistics> {
  return call(
    (init) => api.admin['search-errors'].statistics.$get({ query: { range } }, { init }),
    isStatistics,
  )
}

/** Groups of a range's errors, most frequent first. */
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

/** Resolves, ignores or reopens a group. */
export async function decideOnGroup(fingerprint: string, state: GroupDecision): Promise<void> {
  const request = { param: { fingerprint }, json: { state } }
  await call(
    (init) => api.admin['search-error-groups'][':fingerprint'].$put(request, { init }),
    isAnything,
  )
}

/** Repeats an entry's search. @returns its outcome. */
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
