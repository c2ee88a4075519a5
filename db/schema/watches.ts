import { z } from 'zod'
import { CADENCES, NEWS_KINDS } from './watch-words.ts'

/** The most watches of one account: nobody would read the news of more. */
export const WATCHES_MAX = 200

/** A row of `watches`: an account's watch on a saved search of its own or of a team. */
export const watchRow = z.object({
  owner_id: z.string(),
  /** The owner of the search: the account itself or a team. */
  search_owner: z.string(),
  search_id: z.uuid(),
  cadence: z.enum(CADENCES),
  created_at: z.date(),
  updated_at: z.date(),
  /** News found later than this are unread. */
  read_at: z.date(),
  /** When the latest news were found; null before any were. */
  found_at: z.date().nullable(),
  /** The latest news that the account was notified of. */
  told_at: z.date().nullable(),
  /** The number of people in the unread news, as the server counts them. */
  new_count: z.number().int(),
  moved_count: z.number().int(),
  gone_count: z.number().int(),
  verified_count: z.number().int(),
})
export type WatchRow = z.infer<typeof watchRow>

/** A row of `watch_news`: the people in the news of one evaluation. Only the server stores it. */
export const watchNewsRow = watchRow
  .pick({ owner_id: true, search_owner: true, search_id: true })
  .extend({
    found_at: z.date(),
    kind: z.enum([...NEWS_KINDS, 'left']),
    ordinals: z.array(z.number().int()),
  })

/** The days for which news are stored. */
export const NEWS_DAYS = 60

/** A row of `candidate_changes`: a person's state before a transaction changed it. */
export const candidateChangeRow = z.object({
  id: z.number().int(),
  ordinal: z.number().int(),
  xid: z.string(),
  changed_at: z.date(),
  before: z.unknown().nullable(),
})
