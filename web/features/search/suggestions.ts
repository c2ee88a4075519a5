import type { Suggestions } from '#api/contract/search-assist.ts'
import { paramsOfSavedSearch, type SearchParams, withFilters } from '#api/contract/search-params.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import { withValue } from './readings.ts'

/** Shorter texts are the beginning of too many names. */
const SUGGEST_MIN = 2

const SAVED_SHOWN = 3

export type SavedSearch = Pick<SavedSearchRow, 'id' | 'name' | 'search_params'>

/** One suggestion for the text being typed. */
export interface SuggestionOption {
  id: string
  label: string
  /** People it finds; null where they are not counted. */
  count: number | null
  /** The search after choosing it. */
  params: SearchParams
}

export interface SuggestionGroup {
  title: string
  options: SuggestionOption[]
}

/** The texts to complete: the whole, or where that has no completions its last words. */
export function endingsOf(text: string): string[] {
  const words = text.trim().split(/\s+/)
  const endings = [words, words.slice(-2), words.slice(-1)].map((each) => each.join(' '))
  return [...new Set(endings)].filter((each) => each.length >= SUGGEST_MIN)
}

/** Whether there is no suggestion. */
export function isEmpty({ specialties, cities, organizations, people }: Suggestions): boolean {
  return [specialties, cities, organizations, people].every((group) => group.length === 0)
}

export const NO_SUGGESTIONS: Suggestions = {
  specialties: [],
  cities: [],
  organizations: [],
  people: [],
}

/**
 * The groups of suggestions, without empty ones.
 * @param text as typed
 * @param ending the end of it that the suggestions complete; a filter replaces it
 */
export function suggestionGroups({
  params,
  text,
  ending,
  suggestions: { specialties, cities, organizations, people },
  savedSearches,
}: {
  params: SearchParams
  text: string
  ending: string
  suggestions: Suggestions
  savedSearches: readonly SavedSearch[]
}): SuggestionGroup[] {
  const query = beforeEnding(text, ending)
  const filters = { ...params.filters, query, exact: params.filters.exact && query !== '' }
  const groups: SuggestionGroup[] = [
    {
      title: 'Specialties',
      options: specialties.map(({ name, count }) => ({
        id: `specialty ${name}`,
        label: name,
        count,
        params: withFilters(params, withValue(filters, 'specialty', name)),
      })),
    },
    {
      title: 'Cities',
      options: cities.map(({ name, count, city, state }) => ({
        id: `city ${name}`,
        label: name,
        count,
        params: withFilters(params, withValue(withValue(filters, 'city', city), 'state', state)),
      })),
    },
    {
      title: 'Employers',
      options: organizations.map(({ name, count }) => ({
        id: `employer ${name}`,
        label: name,
        count,
        params: withFilters(params, withValue(filters, 'organization', name)),
      })),
    },
    { title: 'Saved searches', options: matching(savedSearches, text).map(savedOption) },
    {
      title: 'People',
      options: people.map(({ name, count }) => ({
        id: `person ${name}`,
        label: name,
        count,
        params: withFilters(params, { ...filters, query: `${query} ${name}`.trim() }),
      })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** The text before its ending, without a word that only leads to it: "nurse in" is not about Indiana. */
function beforeEnding(text: string, ending: string): string {
  const before = text.trim().replace(/\s+/g, ' ').slice(0, -ending.length).trim()
  return before.replace(/(^|\s)(in|near|at|from|around|with)$/i, '')
}

function matching(savedSearches: readonly SavedSearch[], text: string): SavedSearch[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return savedSearches
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .slice(0, SAVED_SHOWN)
}

function savedOption({ id, name, search_params }: SavedSearch): SuggestionOption {
  return { id: `saved ${id}`, label: name, count: null, params: paramsOfSavedSearch(search_params) }
}
