import type { SearchFilters } from '#api/contract/search.ts'
import { paramsOfSavedSearch, type SearchParams } from '#api/contract/search-params.ts'
import { FILTERS, type ListFilter, type OptionFilter } from '#db/schema/filters.ts'
import { US_STATES } from '#db/schema/regions.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { AccountTab } from '#web/lib/account/account-tabs.ts'
import { type Owned, teamSearch } from '#web/replica/teams.ts'
import { CLOSED_FILTER_KEYS, type ClosedFilterKey, closedOptions } from './filter-words.ts'
import { isWorthSaving, NO_FILTERS, toggleValue } from './filters.ts'
import type { Place } from './places.ts'

/** A command's effect, which the screen carries out. */
export type CommandEffect =
  | { kind: 'go'; to: string; search?: { team?: string; tab?: AccountTab } }
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
  /** The group's heading: "Filter", "Search", "Screen", "Action". */
  group: string
  label: string
  /** Words that find it and are not shown. */
  alias?: string
  effect: CommandEffect
}

/** A saved search, or a list. */
type Kept = Pick<SavedSearchRow, 'id' | 'name'>

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

/** What a command calls a filter of options, in the order in which commands are found. */
const OPTION_WORDS: Record<OptionFilter, string> = {
  companyIndustry: 'industry',
  companySize: 'company size',
  companyRevenue: 'company revenue',
}

/** Most commands shown: they fit with little scrolling. */
const SHOWN = 12

/** Most saved searches, and most lists, shown before typing. */
const NEWEST = 4

/** The commands available here and to this account. */
export interface CommandSource {
  filters: SearchFilters
  specialties: readonly string[]
  places: readonly Place[]
  /** Newest first, as the lists are. */
  savedSearches: readonly (Kept & Pick<SavedSearchRow, 'search_params'>)[]
  lists: readonly (Kept & Owned)[]
  /** Whether there are results that actions can be applied to. */
  hasResults: boolean
}

/**
 * The commands that contain every typed word, best first; without words, the actions, the newest saved
 * searches and lists, and the screens. Tabs of the account are found once they are asked for.
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
    const whole = places.filter(({ tab }) => !tab).map(go)
    return [...here, ...searches.slice(0, NEWEST), ...openings.slice(0, NEWEST), ...whole]
  }
  const words = text.toLowerCase().split(/\s+/)
  const matches = ({ group, label, alias = '' }: Command) => {
    const spoken = `${group} ${label} ${alias}`.toLowerCase()
    return words.every((word) => spoken.includes(word))
  }
  const isNamed = ({ label }: Command) => label.toLowerCase() === text.toLowerCase()
  const own = [...here, ...searches, ...openings, ...screens]
  const all = [...own, ...valueCommands(filters, specialties)]
  const asked = { ...filters, query: text, exact: false }
  return [
    // What has just this name comes before what contains it.
    ...all
      .filter(matches)
      .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
      .slice(0, SHOWN),
    ask('query', `Search for “${text}”`, asked),
    ask('exact', `Search exactly for “${text}”`, { ...asked, exact: true }),
  ]
}

function valueCommands(filters: SearchFilters, specialties: readonly string[]): Command[] {
  const toggle = (key: ListFilter, word: string) => (value: string) => {
    const values: readonly string[] = filters[key]
    const verb = values.includes(value) ? 'Remove' : 'Add'
    return filter(`${key}:${value}`, `${verb} ${word}: ${value}`, toggleValue(filters, key, value))
  }
  return [
    ...specialties.map(toggle('specialty', 'specialty')),
    ...US_STATES.map(([code, name]) =>
      filter(`state:${code}`, `Only state: ${name} (${code})`, { ...filters, state: [code] }),
    ),
    ...Object.entries(OPTION_WORDS).flatMap(([key, word]) => {
      const filter = key as OptionFilter
      return FILTERS[filter].options.values.map(toggle(filter, word))
    }),
    ...CLOSED_FILTER_KEYS.flatMap((key) => closedOptions(key).map(closed(filters, key))),
  ]
}

/** A filter value that says its filter by itself; of verification spans only one applies. */
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

/** The actions on a search; it can be saved where it is not empty. */
function actionsOn(filters: SearchFilters): Command[] {
  const save = isWorthSaving(filters) ? [act('save-search', 'Save this search')] : []
  return [filter('clear', 'Clear filters', NO_FILTERS), ...save, ...ACTIONS]
}

function act(action: CommandAction, label: string): Command {
  return { id: action, group: 'Action', label, effect: { kind: 'act', action } }
}

function go({ to, label, tab, alias = '' }: Place): Command {
  if (!tab) return { id: to, group: 'Screen', label, alias, effect: { kind: 'go', to } }
  const effect = { kind: 'go', to, search: { tab } } as const
  return { id: `${to} ${tab}`, group: 'Account', label, alias, effect }
}

function apply({ id, name, search_params }: CommandSource['savedSearches'][number]): Command {
  const params = paramsOfSavedSearch(search_params)
  return { id, group: 'Saved search', label: name, effect: { kind: 'search', params } }
}

function openList(list: Kept & Owned): Command {
  const { owner_id, id, name } = list
  const effect = { kind: 'go', to: `/lists/${id}`, search: teamSearch(list) } as const
  return { id: `${owner_id} ${id}`, group: 'List', label: name, effect }
}

/** Another text: what is typed, as the search's own. */
function ask(id: string, label: string, filters: SearchFilters): Command {
  return { ...filter(id, label, filters), group: 'Search' }
}

function filter(id: string, label: string, filters: SearchFilters): Command {
  return { id, group: 'Filter', label, effect: { kind: 'filter', filters } }
}
