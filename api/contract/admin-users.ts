import { z } from 'zod'
import { isStorable } from '#db/schema/storable.ts'
import { SEARCH_TEXT_MAX, USER_SORTS } from './user-list-words.ts'

/** Accounts on one page. */
export const USERS_PAGE_SIZE = 50

/** Text that an administrator looks for; empty is no filter. */
export const searchText = z
  .string()
  .trim()
  .max(SEARCH_TEXT_MAX)
  .refine(isStorable, 'not valid text')

/** Which accounts. All together must hold. */
const userFilters = z.object({
  /** Part of the address, in any case. */
  query: searchText.optional(),
  /** As the list shows it: a plan's name, "Trial" or "Free". */
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
  /** `next` of the page before. */
  after: z.string().max(1000).optional(),
})
export type UserQuery = z.infer<typeof userQuery>

export const userExportQuery = userFilters.extend(userOrder.shape)

/** An account as administrators list it. */
export const adminUser = z.object({
  id: z.string(),
  email: z.string(),
  signup_date: z.iso.datetime(),
  last_sign_in_at: z.iso.datetime().nullable(),
  /** As the billing service says; none without a subscription. */
  subscription_status: z.string(),
  subscription_plan: z.string(),
  /** People, not files. */
  total_exports: z.number().int(),
  source: z.string().nullable(),
  /** The grant that is live longest; `until` is null where it has no end. */
  grant: z.object({ until: z.iso.datetime().nullable() }).nullable(),
  is_banned: z.boolean(),
  is_admin: z.boolean(),
})
export type AdminUser = z.infer<typeof adminUser>

export const adminUserPage = z.object({
  users: z.array(adminUser),
  /** For `after`; null on the last page. */
  next: z.string().nullable(),
  /** How many match, on the first page only. */
  count: z.number().int().optional(),
})
export type AdminUserPage = z.infer<typeof adminUserPage>
