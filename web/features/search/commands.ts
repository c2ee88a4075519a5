import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { SearchFilters } from '#db/schema/search.ts'
import {
  COMPANY_INDUSTRIES,
  COMPANY_REVENUES,
  COMPANY_SIZES,
  US_STATES,
} from '#db/schema/vocabulary.ts'
import { CLOSED_FILTER_KEYS, type ClosedFilterKey, closedOptions } from './filter-words.ts'
import { isWorthSaving, type ListFilterKey, NO_FILTERS, toggleValue } from './filters.ts'
import { paramsOfSavedSearch, type SearchParams } from './search-params.ts'

/** What choosing a command does; the screen carries it out. */
export type CommandEffect =
  | { kind: 'go'; to: string }
  | { kind: 'filter'; filters: SearchFilters }
  | { kind: 'search'; params: SearchParams }
  | { kind: 'act'; action: CommandAction }

export type CommandAction =
  | 'select-page'
  | 'select-all'
  | 'clear-selection'
  | 'add-to-list'
  | 'send-email'
  | 'save-search'
  | 'saved-searches'
  | 'saved-lists'
  | 'toggle-density'
  | 'shortcuts'

export interface Command {
  id: string
  /** The kind of thing, as a heading word: "Filter", "Screen", "Action". */
  group: string
  label: string
  effect: CommandEffect
}

/** A saved search, or a list. */
type Kept = Pick<SavedSearchRow, 'id' | 'name'>

/** A screen that can be gone to. */
interface Place {
  label: string
  to: string
}

const ACTIONS: readonly Command[] = [
  act('select-page', 'Select page'),
  act('select-all', 'Select all results'),
  act('clear-selection', 'Clear selection'),
  act('add-to-list', 'Add to a list'),
  act('send-email', 'Send an email'),
  act('saved-searches', 'Saved Searches'),
  act('saved-lists', 'Saved Lists'),
  act('toggle-density', 'Switch between comfortable and compact'),
  act('shortcuts', 'Show keyboard shortcuts'),
]

/** Commands shown at once: what fits without scrolling far. */
const SHOWN = 12

/** Of the saved searches and of the lists, before anything is typed. */
const NEWEST = 4

/** What there is to offer, here and to this account. */
export interface CommandSource {
  filters: SearchFilters
  specialties: readonly string[]
  places: readonly Place[]
  /** Newest first, as the lists are. */
  savedSearches: readonly (Kept & Pick<SavedSearchRow, 'search_params'>)[]
  lists: readonly Kept[]
  /** Whether there are results on screen to act upon. */
  hasResults: boolean
}

/**
 * The commands whose words are all typed, best first; without words, the actions, the newest of
 * what one keeps, and the screens.
 */
export function matchCommands(
  typed: string,
  { filters, specialties, places, savedSearches, lists, hasResults }: CommandSource,
): Command[] {
  const text = typed.trim()
  const here = hasResults ? actionsOn(filters) : []
  const searches = savedSearches.map(apply)
  const openings = lists.map(openList)
  const screens = places.map(go)
  if (!text) {
    return [...here, ...searches.slice(0, NEWEST), ...openings.slice(0, NEWEST), ...screens]
  }
  const words = text.toLowerCase().split(/\s+/)
  const matches = ({ group, label }: Command) => {
    const spoken = `${group} ${label}`.toLowerCase()
    return words.every((word) => spoken.includes(word))
  }
  const own = [...here, ...searches, ...openings, ...screens]
  const all = [...own, ...valueCommands(filters, specialties)]
  const asked = { ...filters, query: text, exact: false }
  return [
    ...all.filter(matches).slice(0, SHOWN),
    filter('query', `Search for “${text}”`, asked),
    filter('exact', `Search exactly for “${text}”`, { ...asked, exact: true }),
  ]
}

function valueCommands(filters: SearchFilters, specialties: readonly string[]): Command[] {
  const toggle = (key: ListFilterKey, word: string) => (value: string) => {
    const values: readonly string[] = filters[key]
    const verb = values.includes(value) ? 'Remove' : 'Add'
    return filter(`${key}:${value}`, `${verb} ${word}: ${value}`, toggleValue(filters, key, value))
  }
  return [
    ...specialties.map(toggle('specialty', 'specialty')),
    ...US_STATES.map(([code, name]) =>
      filter(`state:${code}`, `Only state: ${name} (${code})`, { ...filters, state: [code] }),
    ),
    ...COMPANY_INDUSTRIES.map(toggle('companyIndustry', 'industry')),
    ...COMPANY_SIZES.map(toggle('companySize', 'company size')),
    ...COMPANY_REVENUES.map(toggle('companyRevenue', 'company revenue')),
    ...CLOSED_FILTER_KEYS.flatMap((key) => closedOptions(key).map(closed(filters, key))),
  ]
}

/** One value of a filter that says by itself what it asks for; of the spans one alone is in use. */
function closed(filters: SearchFilters, key: ClosedFilterKey) {
  return ([value, label]: readonly [value: string, label: string]): Command => {
    const values: readonly string[] = filters[key]
    const isInUse = values.includes(value)
    const before = key === 'verifiedWithin' && !isInUse ? { ...filters, [key]: [] } : filters
    return filter(
      `${key}:${value}`,
      `${isInUse ? 'Remove' : 'Only'}: ${label}`,
      toggleValue(before, key, value),
    )
  }
}

/** The actions there are on a search; keeping it is one where it says anything. */
function actionsOn(filters: SearchFilters): Command[] {
  const save = isWorthSaving(filters) ? [act('save-search', 'Save this search')] : []
  return [filter('clear', 'Clear filters', NO_FILTERS), ...save, ...ACTIONS]
}

function act(action: CommandAction, label: string): Command {
  return { id: action, group: 'Action', label, effect: { kind: 'act', action } }
}

function go({ to, label }: Place): Command {
  return { id: to, group: 'Screen', label, effect: { kind: 'go', to } }
}

function apply({ id, name, search_params }: CommandSource['savedSearches'][number]): Command {
  const params = paramsOfSavedSearch(search_params)
  return { id, group: 'Saved search', label: name, effect: { kind: 'search', params } }
}

function openList({ id, name }: Kept): Command {
  return { id, group: 'List', label: name, effect: { kind: 'go', to: `/lists/${id}` } }
}

function filter(id: string, label: string, filters: SearchFilters): Command {
  return { id, group: 'Filter', label, effect: { kind: 'filter', filters } }
}
