import { SEARCH_TEXT_MAX, USER_SORTS, type UserSort } from '#api/contract/user-list-words.ts'
import type { UserSearch } from './admin-accounts-client.ts'

/** What the list is sorted by unless the address says otherwise. */
const DEFAULT_SORT = { sort: 'signup_date', direction: 'desc' } as const

/** A list's filters and order out of an address; what makes no sense is left out. */
export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const sort = USER_SORTS.find((name) => name === search.sort)
  const direction =
    search.direction === 'asc' || search.direction === 'desc' ? search.direction : undefined
  const grant = search.grant === 'live' || search.grant === 'none' ? search.grant : undefined
  const status = search.status === 'open' || search.status === 'banned' ? search.status : undefined
  const query = textOf(search.query)
  const plan = textOf(search.plan)
  return {
    ...(query ? { query } : {}),
    ...(plan ? { plan } : {}),
    ...(grant ? { grant } : {}),
    ...(status ? { status } : {}),
    ...(sort && sort !== DEFAULT_SORT.sort ? { sort } : {}),
    ...(direction && direction !== naturalDirection(sort ?? DEFAULT_SORT.sort)
      ? { direction }
      : {}),
  }
}

/** The order of a search, with what it leaves out. */
export function orderOf({ sort = DEFAULT_SORT.sort, direction }: UserSearch) {
  return { sort, direction: direction ?? naturalDirection(sort) }
}

/** Texts begin with A; of days and figures the latest and the most are looked for. */
function naturalDirection(sort: UserSort): 'asc' | 'desc' {
  return sort === 'email' || sort === 'source' || sort === 'subscription_plan' ? 'asc' : 'desc'
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.trim().slice(0, SEARCH_TEXT_MAX)
}
