import type { MemberSort } from '#sync/contract/list-queries.ts'

interface Order {
  sort: MemberSort
  direction: 'asc' | 'desc'
  label: string
}

/** The orders of a list's people, by their names in the address; the first is the default. */
export const ORDERS = {
  'added-desc': { sort: 'added', direction: 'desc', label: 'Newest first' },
  'added-asc': { sort: 'added', direction: 'asc', label: 'Oldest first' },
  'name-asc': { sort: 'name', direction: 'asc', label: 'Name, A to Z' },
  'name-desc': { sort: 'name', direction: 'desc', label: 'Name, Z to A' },
  'title-asc': { sort: 'title', direction: 'asc', label: 'Title' },
  'place-asc': { sort: 'place', direction: 'asc', label: 'State and city' },
  'stage-asc': { sort: 'stage', direction: 'asc', label: 'Stage, first steps first' },
  'stage-desc': { sort: 'stage', direction: 'desc', label: 'Stage, last steps first' },
} as const satisfies Record<string, Order>
export type OrderName = keyof typeof ORDERS

export const DEFAULT_ORDER: OrderName = 'added-desc'

/** The order that an address names; undefined for none, and for the default. */
export function orderIn(value: unknown): OrderName | undefined {
  const isKnown = typeof value === 'string' && Object.hasOwn(ORDERS, value)
  return isKnown && value !== DEFAULT_ORDER ? (value as OrderName) : undefined
}

/** What the query of a list's people is asked for. */
export function sortArgs(order: OrderName): Pick<Order, 'sort' | 'direction'> {
  const { sort, direction } = ORDERS[order]
  return { sort, direction }
}
