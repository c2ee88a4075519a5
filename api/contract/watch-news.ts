import { z } from 'zod'
import { ownerId } from '#db/schema/owners.ts'
import { NEWS_KINDS } from '#db/schema/watch-words.ts'

/** The news of one of the account's watches; without times those that are unread. */
export const newsAsked = z.strictObject({
  search_id: z.uuid(),
  /** The team whose search it is; absent for the account's own. */
  team: ownerId.optional(),
  after: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  /** All of them without one. */
  kind: z.enum(NEWS_KINDS).optional(),
})
export type NewsAsked = z.infer<typeof newsAsked>

/** What the news are of. */
export const newsSummary = z.object({
  /** The search's name; null where it is not watched any more. */
  name: z.string().nullable(),
  /** The team whose search it is, also where the address named none; null for the account's own. */
  team: ownerId.nullable(),
  /** Found after one time and up to the other; null without a watch. */
  after: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  /** People by kind, whatever kind was asked for. */
  counts: z.record(z.enum(NEWS_KINDS), z.number().int()),
  /** Those gone who left the directory, and of whom there is nothing to show. */
  left: z.number().int(),
})
export type NewsSummary = z.infer<typeof newsSummary>
