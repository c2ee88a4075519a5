import { z } from 'zod'
import { ownerId } from '#db/schema/owners.ts'
import { NEWS_KINDS } from '#db/schema/watch-words.ts'

/** Selects the news of one of the account's watches; without times, the unread news. */
export const newsAsked = z.strictObject({
  search_id: z.uuid(),
  /** The team that owns the search; absent for the account's own. */
  team: ownerId.optional(),
  after: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  /** The kind of news; all kinds without one. */
  kind: z.enum(NEWS_KINDS).optional(),
})
export type NewsAsked = z.infer<typeof newsAsked>

/** A summary of the selected news. */
export const newsSummary = z.object({
  /** The search's name; null when it is no longer watched. */
  name: z.string().nullable(),
  /** The team that owns the search, even if the address named none; null for the account's own. */
  team: ownerId.nullable(),
  /** The news were found after the one time and up to the other; null without a watch. */
  after: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  /** The number of people of each kind, whichever kind was selected. */
  counts: z.record(z.enum(NEWS_KINDS), z.number().int()),
  /** The number of people, among those gone, who left the directory: they can no longer be shown. */
  left: z.number().int(),
})
export type NewsSummary = z.infer<typeof newsSummary>
