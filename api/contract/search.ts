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

/** The longest text of a filter value or the query: real names and titles are far shorter. */
export const FILTER_TEXT_MAX = 200

/**
 * The most values per filter: more than a person selects by hand, and few enough to keep queries
 * cheap.
 */
export const FILTER_VALUES_MAX = 50

/** The highest page that can be requested: 25 million people at 25 per page. */
export const PAGE_MAX = 1_000_000

const text = z.string().max(FILTER_TEXT_MAX).refine(isStorable, 'not valid text')

const values = z.array(text).max(FILTER_VALUES_MAX).default([])

type ListFields = {
  [F in ListFilter]: z.ZodDefault<z.ZodArray<z.ZodType<FilterValue<F>, FilterValue<F>>>>
}

/** The filters of a search. Within a filter values are OR, across filters AND. */
export const searchFilters = z.strictObject({
  query: text.default(''),
  /** Whether to take the query literally: every word must occur in one of the fields. */
  exact: z.boolean().default(false),
  ...eachFilter<ListFields>((filter) => {
    const row = FILTERS[filter]
    if (!('oneOf' in row)) return values
    return z.array(z.enum<readonly string[]>(row.oneOf)).max(row.oneOf.length).default([])
  }),
})
export type SearchFilters = z.infer<typeof searchFilters>

/** The body of `POST /api/search`. With `selectAll` the response contains ids only, at most 500. */
export const searchRequest = z.strictObject({
  filters: searchFilters.prefault({}),
  /** Selects the people in the news of a watched search, regardless of the filters and the order. */
  news: newsAsked.optional(),
  page: z.number().int().min(1).max(PAGE_MAX).default(1),
  limit: z.number().int().min(1).max(SELECT_ALL_MAX).default(PAGE_SIZE),
  sortKey: z.enum(SORT_KEYS).optional(),
  /** The direction; by default the natural one of the key. */
  sortDirection: z.enum(SORT_DIRECTIONS).optional(),
  selectAll: z.boolean().default(false),
  /** Whether to count facet values beside the results. */
  facets: z.boolean().default(false),
})
export type SearchRequest = z.infer<typeof searchRequest>

/** The filters whose values can be counted beside the results. */
export const FACETS = ['specialty', 'state', ...OPTION_FILTERS] as const
export type Facet = (typeof FACETS)[number]

/** The number of people per value of each facet, counted with every filter but the facet's own. */
export type FacetCounts = Record<Facet, Record<string, number>>

/** The number of people with one specialty, merged over spellings; the name is title-cased. */
export const specialtyCount = z.object({ specialty: z.string(), count: z.number().int() })
export type SpecialtyCount = z.infer<typeof specialtyCount>

/** The complexity of a search, by the number of filters in use: 0-1, 2-3, 4-5, 6 and more. */
export const COMPLEXITIES = ['simple', 'medium', 'complex', 'ultra'] as const

/**
 * The meaning of a part of the text. `has_contact`: that a person has one; `contact`: an address or
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
  /** The values as people write them: "Cardiovascular Disease", "Texas". */
  values: z.array(z.string()),
})

/** How one part of the text was read. */
export const reading = readingAs.extend({
  /**
   * The part as it was typed, and its position: from (inclusive) .. to (exclusive), in UTF-16
   * units.
   */
  text: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  /** Whether people with any of these are excluded ("-nurse"). */
  isExcluded: z.boolean().optional(),
  /** Where the minus or words begin that exclude this part alone: they are removed with it. */
  excludedFrom: z.number().int().optional(),
  /** The alternatives of one `OR` share a number. */
  group: z.number().int().optional(),
  /** The word of the directory that replaced a misspelt word. */
  corrected: z.string().optional(),
  /** The part as filters, if there are equivalent ones: they can replace it in the text. */
  filters: z.record(z.string(), z.array(z.string())).optional(),
  /** Other readings; replacing the part with `text` selects that reading. */
  alternatives: z.array(readingAs.extend({ text: z.string() })).optional(),
})
export type Reading = z.infer<typeof reading>

const facetCounts = z.record(z.enum(FACETS), z.record(z.string(), z.number().int()))

/** The response of `POST /api/search`. */
export const searchResponse = z.object({
  data: z.array(candidate),
  /** The exact number of all matching people. */
  count: z.number().int(),
  totalPages: z.number().int(),
  facets: facetCounts.optional(),
  message: z.string().optional(),
  /**
   * How the text was understood, in its order; absent without text and when it is taken literally.
   */
  interpretation: z.array(reading).optional(),
  /** A notice about the text, such as that contacts cannot be searched. */
  notice: z.string().optional(),
  /** Present for news only. */
  news: newsSummary.optional(),
  /** Of news alone: what became of each person of the page, by id. */
  newsKinds: z.record(z.uuid(), z.array(z.enum(NEWS_KINDS))).optional(),
  complexity: z.enum(COMPLEXITIES),
})
export type SearchResponse = z.infer<typeof searchResponse>

/** The response with `selectAll`: ids only, the first 500 in the order of the result. */
export const selectAllResponse = z.object({
  data: z.array(z.object({ id: z.uuid() })),
  count: z.number().int(),
  totalPages: z.number().int(),
  complexity: z.enum(COMPLEXITIES),
})
export type SelectAllResponse = z.infer<typeof selectAllResponse>
