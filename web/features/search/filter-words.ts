import type { SearchFilters } from '#api/contract/search.ts'
import { OF_LATE_DAYS } from '#db/schema/activities.ts'
import type { ListFilter } from '#db/schema/filters.ts'

/** The words of the filters whose values are a closed list, in the order of the panel. */
type WordsOf<Key extends ListFilter> = Record<SearchFilters[Key][number], string>

/** A person with any of those ticked matches. */
const HAS_CONTACT_WORDS: WordsOf<'hasContact'> = {
  mobile: 'Has mobile',
  personal_email: 'Has personal email',
  work_email: 'Has work email',
}

const VERIFIED_WITHIN_WORDS: WordsOf<'verifiedWithin'> = {
  '30': 'Checked within 30 days',
  '90': 'Checked within 90 days',
  '180': 'Checked within 180 days',
}

export const VERIFIED_DAYS = Object.keys(VERIFIED_WITHIN_WORDS) as SearchFilters['verifiedWithin']

const LEAVE_OUT_WORDS: WordsOf<'leaveOut'> = {
  listed: 'Not in my lists',
  revealed: 'Not yet revealed by me',
  touched: 'Never touched',
  touched_of_late: `Not touched in ${OF_LATE_DAYS} days`,
  stopped: 'No “do not contact” mark',
}

const CLOSED_FILTERS = {
  hasContact: HAS_CONTACT_WORDS,
  verifiedWithin: VERIFIED_WITHIN_WORDS,
  leaveOut: LEAVE_OUT_WORDS,
} as const
export type ClosedFilterKey = keyof typeof CLOSED_FILTERS

export const CLOSED_FILTER_KEYS = Object.keys(CLOSED_FILTERS) as ClosedFilterKey[]

/** The values of a closed filter with their words. */
export function closedOptions(key: ClosedFilterKey): [value: string, label: string][] {
  return Object.entries(CLOSED_FILTERS[key])
}

/** What a value of a closed filter says; undefined where it is none of its values. */
export function closedLabel(key: ClosedFilterKey, value: string): string | undefined {
  return closedOptions(key).find(([each]) => each === value)?.[1]
}

/** Whether a filter's values are a closed list. */
export function isClosedFilter(key: string): key is ClosedFilterKey {
  return key in CLOSED_FILTERS
}
