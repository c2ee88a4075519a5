import { z } from 'zod'
import {
  FILTER_TEXT_MAX,
  type ListFilter,
  READING_KINDS,
  reading,
  searchFilters,
} from '#db/schema/search.ts'
import { isStorable } from '#db/schema/storable.ts'

/** A search whose answer is a way out, or a count alone. */
export const searchWish = z.strictObject({ filters: searchFilters.prefault({}) })

const count = z.number().int()

/** What to drop, and what to ask instead, where a search finds nobody. */
export const searchHelp = z.object({
  /** Filters in use that gain somebody when they are dropped, with who is found then; most first. */
  filters: z.array(z.object({ filter: z.string() as z.ZodType<ListFilter>, count })),
  /** Parts of the text that gain somebody, with the text that is left. */
  words: z.array(z.object({ text: z.string(), query: z.string(), count })),
  /** The other reading of a part that finds most; `query` is the text that asks for it. */
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

/** From so many characters on there are suggestions. */
export const SUGGEST_MIN = 2

export const suggestRequest = z.strictObject({
  text: z.string().max(FILTER_TEXT_MAX).refine(isStorable, 'not valid text'),
})

const named = z.object({ name: z.string(), count })

/** What a beginning may become, most people first. `people` is empty for who may not search. */
export const suggestions = z.object({
  specialties: z.array(named),
  cities: z.array(named.extend({ city: z.string(), state: z.string() })),
  organizations: z.array(named),
  people: z.array(named),
})
export type Suggestions = z.infer<typeof suggestions>

/** Below this a count is told as "fewer" alone, so that nobody is found by counting. */
export const COARSE_COUNT_MAX = 50

/** What somebody who may not search is told of one. */
export const searchPreview = z.object({
  interpretation: z.array(reading).optional(),
  notice: z.string().optional(),
  /** Everybody who matches; null where there are fewer than 50. */
  count: count.nullable(),
  isFewerThan50: z.boolean(),
})
export type SearchPreview = z.infer<typeof searchPreview>
