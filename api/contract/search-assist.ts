import { z } from 'zod'
import { type ListFilter, SUGGESTED_FILTERS } from '#db/schema/filters.ts'
import { isStorable } from '#db/schema/storable.ts'
import { FILTER_TEXT_MAX, READING_KINDS, reading, searchFilters } from './search.ts'

/** The search for which help or a count is requested. */
export const searchWish = z.strictObject({ filters: searchFilters.prefault({}) })

const count = z.number().int()

/** Alternatives to a search without a result: filters or words to drop, another reading of the text. */
export const searchHelp = z.object({
  /** Filters in use without which people are found, with the new count; largest first. */
  filters: z.array(z.object({ filter: z.string() as z.ZodType<ListFilter>, count })),
  /** Parts of the text without which people are found, with the remaining text. */
  words: z.array(z.object({ text: z.string(), query: z.string(), count })),
  /** The other reading of a part that finds most people; `query` is the text with this reading. */
  nearest: z
    .object({
      query: z.string(),
      kind: z.enum(READING_KINDS),
      values: z.array(z.string()),
      count,
    })
    .nullable(),
})
export type SearchHelp = z.infer<typeof searchHelp>

/** The fewest characters that are completed. */
export const SUGGEST_MIN = 2

export const suggestRequest = z.strictObject({
  text: z.string().max(FILTER_TEXT_MAX).refine(isStorable, 'not valid text'),
  /** Completes a value of this filter alone; without one, the text of a query. */
  filter: z.enum(SUGGESTED_FILTERS).optional(),
})

const named = z.object({ name: z.string(), count })

/**
 * Completions, those with most people first. Titles and skills are suggested for their filters alone;
 * they and `people` are empty for an actor who may not search.
 */
export const suggestions = z.object({
  specialties: z.array(named),
  cities: z.array(named.extend({ city: z.string(), state: z.string() })),
  organizations: z.array(named),
  titles: z.array(named),
  skills: z.array(named),
  people: z.array(named),
})
export type Suggestions = z.infer<typeof suggestions>

/** Privacy: a smaller count is shown as "fewer" only, so that counting cannot identify a person. */
export const COARSE_COUNT_MAX = 50

/** The preview of a search for an actor who may not search. */
export const searchPreview = z.object({
  interpretation: z.array(reading).optional(),
  notice: z.string().optional(),
  /** The number of matching people; null when fewer than 50. */
  count: count.nullable(),
  isFewerThan50: z.boolean(),
})
export type SearchPreview = z.infer<typeof searchPreview>
