import type {
  GroupDecision,
  SearchErrorEntry,
  SearchErrorGroup,
  SearchErrorQuery,
  SearchErrorStatistics,
  SearchRerun,
} from '#api/contract/admin-search-errors.ts'
import { api, call } from '#web/lib/api-client.ts'

/** Calls about the log of search errors. Each throws ApiError. */

/** The newest entries of a range, at most 100. */
export async function fetchSearchErrors(query: SearchErrorQuery): Promise<SearchErrorEntry[]> {
  const { data } = await call((init) => api.admin['search-errors'].$get({ query }, { init }))
  return data
}

/** Statistics of a range. */
export function fetchSearchErrorStatistics({
  range,
}: Pick<SearchErrorQuery, 'range'>): Promise<SearchErrorStatistics> {
  return call((init) => api.admin['search-errors'].statistics.$get({ query: { range } }, { init }))
}

/** Groups of a range's errors, most frequent first. */
export async function fetchSearchErrorGroups({
  range,
  type,
}: Pick<SearchErrorQuery, 'range' | 'type'>): Promise<SearchErrorGroup[]> {
  const query = type ? { range, type } : { range }
  const { data } = await call((init) => api.admin['search-error-groups'].$get({ query }, { init }))
  return data
}

/** Resolves, ignores or reopens a group. */
export async function decideOnGroup(fingerprint: string, state: GroupDecision): Promise<void> {
  const request = { param: { fingerprint }, json: { state } }
  await call((init) => api.admin['search-error-groups'][':fingerprint'].$put(request, { init }))
}

/** Repeats an entry's search. @returns its outcome. */
export function rerunSearch(id: string): Promise<SearchRerun> {
  return call((init) => api.admin['search-errors'][':id'].rerun.$post({ param: { id } }, { init }))
}

export async function deleteSearchError(id: string): Promise<void> {
  await call((init) => api.admin['search-errors'][':id'].$delete({ param: { id } }, { init }))
}
