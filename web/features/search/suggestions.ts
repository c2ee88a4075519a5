import type { SearchFilters } from '#api/contract/search.ts'
import type { Suggestions } from '#api/contract/search-assist.ts'
import { paramsOfSavedSearch, type SearchParams, withFilters } from '#api/contract/search-params.ts'
import { FILTERS, type SuggestedFilter } from '#db/schema/filters.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import { TAGS_MAX } from '#db/schema/vocabulary.ts'
import { includesTag } from '#web/ui/tag-input-rules.ts'
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
}

export interface SuggestionGroup<Option extends SuggestionOption> {
  /** Null where the field's label says it. */
  title: string | null
  options: Option[]
}

/** A suggestion for the query. */
export interface SearchOption extends SuggestionOption {
  /** The search after choosing it. */
  params: SearchParams
}

/** A suggestion for a value of a filter. */
export interface FilterOption extends SuggestionOption {
  /** The filters after choosing it. */
  filters: SearchFilters
}

/**
 * The texts to complete: the whole, or where that has no completions a query's last words; a filter's value
 * is the whole.
 */
export function endingsOf(text: string, filter?: SuggestedFilter): string[] {
  const words = text.trim().split(/\s+/)
  const parts = filter ? [words] : [words, words.slice(-2), words.slice(-1)]
  const endings = parts.map((each) => each.join(' '))
  return [...new Set(endings)].filter((each) => each.length >= SUGGEST_MIN)
}

/** Whether there is no suggestion. */
export function isEmpty(suggestions: Suggestions): boolean {
  return Object.values(suggestions).every((list) => list.length === 0)
}

export const NO_SUGGESTIONS: Suggestions = {
  specialties: [],
  cities: [],
  organizations: [],
  titles: [],
  skills: [],
  people: [],
}

/**
 * The groups of suggestions for a query, without empty ones.
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
}): SuggestionGroup<SearchOption>[] {
  const query = beforeEnding(text, ending)
  const filters = { ...params.filters, query, exact: params.filters.exact && query !== '' }
  const groups: SuggestionGroup<SearchOption>[] = [
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
        params: withFilters(params, withCity(filters, city, state)),
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

/** The suggestions for a value of a filter that it does not have yet, while there is room for one. */
export function filterOptions(
  filters: SearchFilters,
  filter: SuggestedFilter,
  suggestions: Suggestions,
): FilterOption[] {
  if (filters[filter].length >= TAGS_MAX) return []
  const options =
    filter === 'city'
      ? suggestions.cities.map(({ name, count, city, state }) => ({
          ...{ id: name, label: name, count, value: city },
          filters: withCity(filters, city, state),
        }))
      : suggestions[FILTERS[filter].tags.completions].map(({ name, count }) => ({
          ...{ id: name, label: name, count, value: name },
          filters: withValue(filters, filter, name),
        }))
  return options.filter(({ value }) => !includesTag(filters[filter], value))
}

/**
 * The search in a city as well. Its state is added where all cities are in one: there are several of the same
 * name, and a search has one state.
 */
function withCity(filters: SearchFilters, city: string, state: string): SearchFilters {
  const isElsewhere = filters.city.length > 0 && filters.state[0] !== state
  return { ...withValue(filters, 'city', city), state: isElsewhere ? [] : [state] }
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

function savedOption({ id, name, search_params }: SavedSearch): SearchOption {
  return { id: `saved ${id}`, label: name, count: null, params: paramsOfSavedSearch(search_params) }
}
