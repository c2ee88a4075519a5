import { LIST_MEMBERS_MAX } from '#db/schema/lists.ts'
import type { Combination } from '#sync/contract/list-mutations.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'

/** What a new list can be made of: one list, or of two. */
export const WAYS = ['copy', 'union', 'difference', 'intersection'] as const
export type Way = (typeof WAYS)[number]

export const WAY_WORDS: Record<Way, string> = {
  copy: 'Everybody on this list',
  union: 'Everybody on this list or another',
  difference: 'This list without those on another',
  intersection: 'Only those on this list and another',
}

/** What the mutation calls it. */
export const combinationOf = (way: Way): Combination => (way === 'copy' ? 'union' : way)

/** The name that is offered for the new list. */
export function suggestedName(way: Way, list: string, other: string): string {
  if (way === 'copy') return `${list}, copy`
  if (way === 'union') return `${list} and ${other}`
  if (way === 'difference') return `${list} without ${other}`
  return `${list}, also on ${other}`
}

type Counted = Pick<ListSummary, 'member_count'>

/** How many people the new list has. @param both who is on both lists. */
export function countOf(way: Way, list: Counted, other: Counted, both: number): number {
  if (way === 'copy') return list.member_count
  if (way === 'union') return list.member_count + other.member_count - both
  if (way === 'difference') return list.member_count - both
  return both
}

/** What comes of it, said before; `isPossible` without it nothing would. */
export function outcomeOf(count: number): { words: string; isPossible: boolean } {
  if (count === 0) return { words: 'Nobody would be on it.', isPossible: false }
  if (count > LIST_MEMBERS_MAX) {
    const words = `${formatCount(count)} people are too many: a list holds ${formatCount(LIST_MEMBERS_MAX)}.`
    return { words, isPossible: false }
  }
  return { words: `${formatPeople(count)} will be on it.`, isPossible: true }
}
