import { z } from 'zod'
import { CADENCES, NEWS_KINDS } from './watch-words.ts'

/** Watches of one account: more news than these bring nobody reads. */
export const WATCHES_MAX = 200

/** A row of `watches`: an account's watch on a saved search of its own or of a team. */
export const watchRow = z.object({
  owner_id: z.string(),
  /** Whose search: the account itself or a team. */
  search_owner: z.string(),
  search_id: z.uuid(),
  cadence: z.enum(CADENCES),
  created_at: z.date(),
  updated_at: z.date(),
  /** News found later are unread. */
  read_at: z.date(),
  /** The last news found; null before any were. */
  found_at: z.date().nullable(),
  /** The last news that the account was told of. */
  told_at: z.date().nullable(),
  /** People in the unread news, as the server counts them. */
  new_count: z.number().int(),
  moved_count: z.number().int(),
  gone_count: z.number().int(),
  verified_count: z.number().int(),
})
export type WatchRow = z.infer<typeof watchRow>

/** A row of `watch_news`: people in the news of one evaluation. Kept by the server. */
export const watchNewsRow = watchRow
  .pick({ owner_id: true, search_owner: true, search_id: true })
  .extend({
    found_at: z.date(),
    kind: z.enum([...NEWS_KINDS, 'left']),
    ordinals: z.array(z.number().int()),
  })

/** Days for which news are kept. */
export const NEWS_DAYS = 60

/** A row of `candidate_changes`: a person as they were before a transaction changed them. */
export const candidateChangeRow = z.object({
  id: z.number().int(),
  ordinal: z.number().int(),
  xid: z.string(),
  changed_at: z.date(),
  before: z.unknown().nullable(),
})
