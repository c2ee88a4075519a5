import { z } from 'zod'
import { visibleText } from '#db/schema/invisible.ts'
import { isStorable } from '#db/schema/storable.ts'
import { SEARCH_TEXT_MAX, USER_SORTS } from './user-list-words.ts'

/** Accounts on one page. */
export const USERS_PAGE_SIZE = 50

/** A search text of an administrator, as pasted from a page or a mail; an empty text is no filter. */
export const searchText = z
  .string()
  .overwrite(visibleText)
  .max(SEARCH_TEXT_MAX)
  .refine(isStorable, 'not valid text')

/** Filters of the list of accounts, combined by AND. */
const userFilters = z.object({
  /** Part of the address, ignoring case. */
  query: searchText.optional(),
  /**
   * The plan as the list shows it: a plan's name, "Trial", "Team (its name)" or "Free"; "Team"
   * matches every team's.
   */
  plan: searchText.optional(),
  grant: z.enum(['live', 'none']).optional(),
  status: z.enum(['open', 'banned']).optional(),
})
export type UserFilters = z.infer<typeof userFilters>

const userOrder = z.object({
  sort: z.enum(USER_SORTS).default('signup_date'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})

export const userQuery = userFilters.extend(userOrder.shape).extend({
  /** The value of `next` of the previous page. */
  after: z.string().max(1000).optional(),
})
export type UserQuery = z.infer<typeof userQuery>

export const userExportQuery = userFilters.extend(userOrder.shape)

/** An account in the administrators' list. */
export const adminUser = z.object({
  id: z.string(),
  email: z.string(),
  signup_date: z.iso.datetime(),
  last_sign_in_at: z.iso.datetime().nullable(),
  /** Stripe's status; `none` without a subscription. */
  subscription_status: z.string(),
  subscription_plan: z.string(),
  /** Counts people, not files. */
  total_exports: z.number().int(),
  source: z.string().nullable(),
  /** The live grant that ends last; `until` is null when it never ends. */
  grant: z.object({ until: z.iso.datetime().nullable() }).nullable(),
  is_banned: z.boolean(),
  is_admin: z.boolean(),
})
export type AdminUser = z.infer<typeof adminUser>

export const adminUserPage = z.object({
  users: z.array(adminUser),
  /** Cursor for `after`; null on the last page. */
  next: z.string().nullable(),
  /** The number of matching accounts; on the first page only. */
  count: z.number().int().optional(),
})
export type AdminUserPage = z.infer<typeof adminUserPage>

const storable = z.string().refine(isStorable, 'not valid text')

/** An account's id in an administrator's request. */
export const userId = storable.min(1).max(100)

/** The reason of a ban, for administrators. */
export const banRequest = z.strictObject({ reason: storable.trim().min(1).max(500) })

/** The ban's effect on the account's plan. */
export const banOutcome = z.object({
  /** `ends_later`: Stripe was unavailable; the plan is cancelled once it is back. */
  plan: z.enum(['none', 'ends', 'ends_later']),
  ends_at: z.iso.datetime().nullable(),
})
export type BanOutcome = z.infer<typeof banOutcome>

/**
 * The result of the mail to the account's owner about the reset; `none`: there was nothing to
 * reset.
 */
export const factorResetOutcome = z.object({ mail: z.enum(['sent', 'failed', 'none']) })
export type FactorResetOutcome = z.infer<typeof factorResetOutcome>
