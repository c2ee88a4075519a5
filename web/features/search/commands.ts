import type { SearchFilters } from '../../../db/schema/search.ts'
import {
  COMPANY_INDUSTRIES,
  COMPANY_REVENUES,
  COMPANY_SIZES,
  US_STATES,
} from '../../../db/schema/vocabulary.ts'
import { type ListFilterKey, NO_FILTERS, toggleValue } from './filters.ts'

/** What choosing a command does; the screen carries it out. */
export type CommandEffect =
  | { kind: 'go'; to: string }
  | { kind: 'filter'; filters: SearchFilters }
  | { kind: 'act'; action: CommandAction }

export type CommandAction =
  | 'select-page'
  | 'select-all'
  | 'clear-selection'
  | 'add-to-list'
  | 'toggle-density'
  | 'shortcuts'

export interface Command {
  id: string
  /** The kind of thing, as a heading word: "Filter", "Screen", "Action". */
  group: string
  label: string
  effect: CommandEffect
}

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
  act('toggle-density', 'Switch between comfortable and compact'),
  act('shortcuts', 'Show keyboard shortcuts'),
]

/** Commands shown at once: what fits without scrolling far. */
const SHOWN = 12

/** What there is to offer, here and to this account. */
export interface CommandSource {
  filters: SearchFilters
  specialties: readonly string[]
  places: readonly Place[]
  /** Whether there are results on screen to act upon. */
  hasResults: boolean
}

/** The commands whose words are all typed, best first; without words, the actions and screens. */
export function matchCommands(
  typed: string,
  { filters, specialties, places, hasResults }: CommandSource,
): Command[] {
  const text = typed.trim()
  const here = hasResults ? [filter('clear', 'Clear filters', NO_FILTERS), ...ACTIONS] : []
  const fixed = [...here, ...places.map(go)]
  if (!text) return fixed
  const words = text.toLowerCase().split(/\s+/)
  const matches = ({ group, label }: Command) => {
    const spoken = `${group} ${label}`.toLowerCase()
    return words.every((word) => spoken.includes(word))
  }
  const all = [...fixed, ...valueCommands(filters, specialties)]
  const query = filter('query', `Search for “${text}”`, { ...filters, query: text })
  return [...all.filter(matches).slice(0, SHOWN), query]
}

function valueCommands(filters: SearchFilters, specialties: readonly string[]): Command[] {
  const toggle = (key: ListFilterKey, word: string) => (value: string) => {
    const verb = filters[key].includes(value) ? 'Remove' : 'Add'
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
  ]
}

function act(action: CommandAction, label: string): Command {
  return { id: action, group: 'Action', label, effect: { kind: 'act', action } }
}

function go({ to, label }: Place): Command {
  return { id: to, group: 'Screen', label, effect: { kind: 'go', to } }
}

function filter(id: string, label: string, filters: SearchFilters): Command {
  return { id, group: 'Filter', label, effect: { kind: 'filter', filters } }
}
