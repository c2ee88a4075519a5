import { SEARCH_TEXT_MAX, USER_SORTS, type UserSort } from '#api/contract/user-list-words.ts'
import type { UserSearch } from './accounts-client.ts'

/** The default order. */
const DEFAULT_SORT = { sort: 'signup_date', direction: 'desc' } as const

/** A list's filters and order from the search params; invalid ones are left out. */
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

/** A search's order, with defaults filled in. */
export function orderOf({ sort = DEFAULT_SORT.sort, direction }: UserSearch) {
  return { sort, direction: direction ?? naturalDirection(sort) }
}

/** The order after a press on a column's heading: its own first, turned round by the next press. */
export function orderByPress(search: UserSearch, sort: UserSort): ReturnType<typeof orderOf> {
  const order = orderOf(search)
  if (order.sort !== sort) return orderOf({ sort })
  return { sort, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

/** Texts begin with A; days and figures with the latest and the largest. */
function naturalDirection(sort: UserSort): 'asc' | 'desc' {
  return sort === 'email' || sort === 'source' || sort === 'subscription_plan' ? 'asc' : 'desc'
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.trim().slice(0, SEARCH_TEXT_MAX)
}
