import {
  eachFilter,
  FILTERS,
  LIST_FILTERS,
  type ListFilter,
  TAG_FILTERS,
} from '#db/schema/filters.ts'
import { INVISIBLE } from '#db/schema/invisible.ts'
import {
  NATURAL_DIRECTION,
  SORT_DIRECTIONS,
  SORT_KEYS,
  type SortDirection,
  type SortKey,
  TAGS_MAX,
} from '#db/schema/vocabulary.ts'
import { NEWS_KINDS, type NewsKind } from '#db/schema/watch-words.ts'
import type { SearchFilters } from './search.ts'
import type { NewsAsked } from './watch-news.ts'

/**
 * A search in the query string of its address: lists joined by commas, where a comma inside a value
 * is written `\,` and a backslash `\\`; defaults are omitted.
 */

export const SEARCH_TABS = ['results', 'saved-searches', 'saved-lists'] as const
type SearchTab = (typeof SEARCH_TABS)[number]

/** A search, as parsed from the address of its page. */
export interface SearchParams {
  filters: SearchFilters
  page: number
  /** Null means best match; the direction is then 'asc'. */
  sortKey: SortKey | null
  sortDirection: SortDirection
  tab: SearchTab
  /** The news of a watched search, shown instead of what the filters find; null otherwise. */
  news: NewsAsked | null
}

/** The query string of /search, by parameter name. */
export type SearchUrl = Partial<
  Record<keyof SearchFilters, string> & {
    page: number
    sortKey: SortKey
    sortDirection: SortDirection
    tab: SearchTab
    /** The watched search, and the kind of its news. */
    news: string
    team: string
    after: string
    until: string
    kind: NewsKind
  }
>

/** The value in the address when the query is taken literally. */
const EXACT = '1'

/**
 * The version of a saved search's meaning, stored beside its parameters as `v`. From version 2 on
 * the query is understood; before, every word was taken literally.
 */
export const SAVED_SEARCH_VERSION = 2

/** The API's limits; a longer text or list comes from a mangled address. */
const TEXT_MAX = 200
const VALUES_MAX = 50
const PAGE_MAX = 1_000_000
const TEAM_ID_MAX = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Joins values so that `splitList` can separate them again, whatever they hold. */
function joinList(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',')
}

/** The values of a comma-separated text: trimmed, without empty and repeated ones. */
function splitList(text: string): string[] {
  const parts = text.match(/(?:\\[\s\S]|[^\\,]|\\$)+/g) ?? []
  const values = parts.map((part) => cleanText(part.replace(/\\([\s\S])/g, '$1')))
  return [...new Set(values)].filter((value) => value !== '').slice(0, VALUES_MAX)
}

/** Parses a query string, whatever it contains: an invalid value becomes its default. */
export function parseSearchParams(url: Record<string, unknown>): SearchParams {
  const query = cleanText(rawText(url.query).replace(INVISIBLE, ''))
  const filters = {
    ...parseLists(url),
    query,
    exact: query !== '' && rawText(url.exact) === EXACT,
  }
  const sortKey = oneOf(SORT_KEYS, url.sortKey) ?? null
  return {
    filters,
    page: parsePage(rawText(url.page)),
    sortKey,
    sortDirection: (sortKey && oneOf(SORT_DIRECTIONS, url.sortDirection)) ?? natural(sortKey),
    tab: oneOf(SEARCH_TABS, url.tab) ?? 'results',
    news: parseNews(url),
  }
}

function parseNews(url: Record<string, unknown>): NewsAsked | null {
  const search_id = rawText(url.news).toLowerCase()
  if (!UUID.test(search_id)) return null
  const [after, until] = [parseTime(url.after), parseTime(url.until)]
  const kind = oneOf(NEWS_KINDS, url.kind)
  const team = cleanText(rawText(url.team)).slice(0, TEAM_ID_MAX)
  return {
    search_id,
    ...(team && { team }),
    // The two times are only valid together.
    ...(after && until && { after, until }),
    ...(kind && { kind }),
  }
}

/** An instant in the year 5138; from the year 10000 on, instants are written differently. */
const TIME_END = 1e14

/** An instant in the API's form; undefined for anything else. */
function parseTime(value: unknown): string | undefined {
  const time = Date.parse(rawText(value))
  return time > 0 && time < TIME_END ? new Date(time).toISOString() : undefined
}

function parseLists(url: Record<string, unknown>): Pick<SearchFilters, ListFilter> {
  const lists = eachFilter<Record<ListFilter, string[]>>((key) => {
    const values = splitList(rawText(url[key]))
    const filter = FILTERS[key]
    if (!('oneOf' in filter)) return values
    return values.filter((value) => filter.oneOf.some((each) => each === value))
  })
  for (const key of TAG_FILTERS) lists[key] = lists[key].slice(0, TAGS_MAX)
  // The first period is kept, as a period includes the shorter ones.
  lists.verifiedWithin = lists.verifiedWithin.slice(0, 1)
  lists.state = parseState(rawText(url.state))
  return lists as Pick<SearchFilters, ListFilter>
}

/** The query string of a search, without defaults. */
export function toSearchUrl(params: SearchParams): SearchUrl {
  const url: SearchUrl = {}
  if (params.filters.query) url.query = params.filters.query
  if (params.filters.query && params.filters.exact) url.exact = EXACT
  for (const key of LIST_FILTERS) {
    if (params.filters[key].length > 0) url[key] = joinList(params.filters[key])
  }
  if (params.page > 1) url.page = params.page
  if (params.sortKey) url.sortKey = params.sortKey
  if (params.sortDirection !== natural(params.sortKey)) url.sortDirection = params.sortDirection
  if (params.tab !== 'results') url.tab = params.tab
  if (params.news) {
    const { search_id, ...rest } = params.news
    Object.assign(url, { news: search_id, ...rest })
  }
  return url
}

/** A sort key's default direction. */
export function natural(sortKey: SortKey | null): SortDirection {
  return sortKey ? NATURAL_DIRECTION[sortKey] : 'asc'
}

/** The search with new filters: the first page of the results, in the same order. */
export function withFilters(params: SearchParams, filters: SearchFilters): SearchParams {
  return { ...params, filters, page: 1, tab: 'results', news: null }
}

/**
 * The search of saved parameters. Older ones contain `jobTitle` and `location`, and lists as
 * arrays; without a version, their query is taken literally.
 */
export function paramsOfSavedSearch({ v, ...saved }: Record<string, unknown>): SearchParams {
  const url: Record<string, unknown> = { title: saved.jobTitle, city: saved.location, ...saved }
  for (const [key, value] of Object.entries(url)) {
    if (Array.isArray(value)) url[key] = joinList(value.map(rawText))
  }
  if (v !== SAVED_SEARCH_VERSION) url.exact = EXACT
  return { ...parseSearchParams(url), page: 1, tab: 'results', news: null }
}

/**
 * The router parses numbers, booleans and repeated names in an address; this turns the values back
 * into text.
 */
function rawText(value: unknown): string {
  if (Array.isArray(value)) return value.map(rawText).join(',')
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0000', '')
    .trim()
    .slice(0, TEXT_MAX)
    .trim()
    .toWellFormed()
}

function parsePage(text: string): number {
  return /^[0-9]{1,7}$/.test(text) ? Math.min(Math.max(Number(text), 1), PAGE_MAX) : 1
}

function parseState(text: string): string[] {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) ? [code] : []
}

function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => word === value)
}
