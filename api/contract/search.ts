import { z } from 'zod'
import {
  eachFilter,
  FILTERS,
  type FilterValue,
  type ListFilter,
  OPTION_FILTERS,
} from '#db/schema/filters.ts'
import { isStorable } from '#db/schema/storable.ts'
import { PAGE_SIZE, SELECT_ALL_MAX, SORT_DIRECTIONS, SORT_KEYS } from '#db/schema/vocabulary.ts'
import { NEWS_KINDS } from '#db/schema/watch-words.ts'
import { candidate } from './candidates.ts'
import { newsAsked, newsSummary } from './watch-news.ts'

/** Longest text a filter value or the query may have: no real name or title comes near it. */
export const FILTER_TEXT_MAX = 200

/** Values per filter: above what a person picks by hand, below what makes a query a weapon. */
export const FILTER_VALUES_MAX = 50

/** Highest page that can be asked for: 25 million people at 25 a page. */
export const PAGE_MAX = 1_000_000

const text = z.string().max(FILTER_TEXT_MAX).refine(isStorable, 'not valid text')

const values = z.array(text).max(FILTER_VALUES_MAX).default([])

type ListFields = {
  [F in ListFilter]: z.ZodDefault<z.ZodArray<z.ZodType<FilterValue<F>, FilterValue<F>>>>
}

/** What narrows a search. Within a filter values are OR, across filters AND. */
export const searchFilters = z.strictObject({
  query: text.default(''),
  /** Takes the query as it was typed: every word must stand in one of the fields. */
  exact: z.boolean().default(false),
  ...eachFilter<ListFields>((filter) => {
    const row = FILTERS[filter]
    if (!('oneOf' in row)) return values
    return z.array(z.enum<readonly string[]>(row.oneOf)).max(row.oneOf.length).default([])
  }),
})
export type SearchFilters = z.infer<typeof searchFilters>

/** The body of `POST /api/search`. With `selectAll` the answer holds ids only, at most 500. */
export const searchRequest = z.strictObject({
  filters: searchFilters.prefault({}),
  /** The people in the news of a watched search, whatever the filters and the order. */
  news: newsAsked.optional(),
  page: z.number().int().min(1).max(PAGE_MAX).default(1),
  limit: z.number().int().min(1).max(SELECT_ALL_MAX).default(PAGE_SIZE),
  sortKey: z.enum(SORT_KEYS).optional(),
  /** Without one, the key's natural direction. */
  sortDirection: z.enum(SORT_DIRECTIONS).optional(),
  selectAll: z.boolean().default(false),
  /** Ask for live counts beside the results. */
  facets: z.boolean().default(false),
})
export type SearchRequest = z.infer<typeof searchRequest>

/** The filters whose values can be counted beside the results. */
export const FACETS = ['specialty', 'state', ...OPTION_FILTERS] as const
export type Facet = (typeof FACETS)[number]

/** People per value of each facet, counted with every filter but the facet's own. */
export type FacetCounts = Record<Facet, Record<string, number>>

/** People with one specialty, as shown: merged over spellings and title-cased. */
export const specialtyCount = z.object({ specialty: z.string(), count: z.number().int() })
export type SpecialtyCount = z.infer<typeof specialtyCount>

/** How much a search asks for, by the number of filters in use: 0-1, 2-3, 4-5, 6 and more. */
export const COMPLEXITIES = ['simple', 'medium', 'complex', 'ultra'] as const

/**
 * What a part of the text was taken for. `has_contact`: that there is one; `contact`: an address or
 * number, which cannot be searched.
 */
export const READING_KINDS = [
  'specialty',
  'credential',
  'title',
  'state',
  'country',
  'city',
  'region',
  'postal_code',
  'name',
  'organization',
  'skill',
  'npi',
  'has_contact',
  'phrase',
  'word',
  'filler',
  'contact',
] as const

const readingAs = z.object({
  kind: z.enum(READING_KINDS),
  /** What it stands for, as people write it: "Cardiovascular Disease", "Texas". */
  values: z.array(z.string()),
})

/** How one part of the text was read. */
export const reading = readingAs.extend({
  /** The part as it was typed, and where: from (inclusive) .. to (exclusive), in UTF-16 units. */
  text: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  /** People with any of these are left out ("-nurse"). */
  isExcluded: z.boolean().optional(),
  /** Where the minus or the words begin that leave out this part alone: it goes with them. */
  excludedFrom: z.number().int().optional(),
  /** Alternatives of one `OR` share a number. */
  group: z.number().int().optional(),
  /** The word of the directory that a misspelt word was taken for. */
  corrected: z.string().optional(),
  /** The part as filters, where there are such. Put in their place, the part can go from the text. */
  filters: z.record(z.string(), z.array(z.string())).optional(),
  /** Other readings; `text` in place of the part asks for that one. */
  alternatives: z.array(readingAs.extend({ text: z.string() })).optional(),
})
export type Reading = z.infer<typeof reading>

const facetCounts = z.record(z.enum(FACETS), z.record(z.string(), z.number().int()))

/** The answer of `POST /api/search`. */
export const searchResponse = z.object({
  data: z.array(candidate),
  /** Everybody who matches, exactly. */
  count: z.number().int(),
  totalPages: z.number().int(),
  facets: facetCounts.optional(),
  message: z.string().optional(),
  /** How the text was understood, in its order; absent without text and when it is taken exactly. */
  interpretation: z.array(reading).optional(),
  /** What has to be said of the text: that contacts cannot be searched, for one. */
  notice: z.string().optional(),
  /** Of news alone. */
  news: newsSummary.optional(),
  /** Of news alone: what became of each person of the page, by id. */
  newsKinds: z.record(z.uuid(), z.array(z.enum(NEWS_KINDS))).optional(),
  complexity: z.enum(COMPLEXITIES),
})
export type SearchResponse = z.infer<typeof searchResponse>

/** The answer with `selectAll`: ids only, the first 500 in the order of the result. */
export const selectAllResponse = z.object({
  data: z.array(z.object({ id: z.uuid() })),
  count: z.number().int(),
  totalPages: z.number().int(),
  complexity: z.enum(COMPLEXITIES),
})
export type SelectAllResponse = z.infer<typeof selectAllResponse>
