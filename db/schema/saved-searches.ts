import { z } from 'zod'
import { authors } from './owners.ts'

/** The most saved searches of one account: a hundred times what fits on a screen. */
export const SAVED_SEARCHES_MAX = 1_000

/** A row of `saved_searches`. `search_params` is the search screen's query string, as an object. */
export const savedSearchRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  name: z.string(),
  search_params: z.record(z.string(), z.unknown()),
  created_at: z.date(),
  updated_at: z.date(),
  ...authors,
})
export type SavedSearchRow = z.infer<typeof savedSearchRow>
