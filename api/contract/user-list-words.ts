/** What the list of accounts is asked by: plain constants, so that no screen loads a validator. */

/** Columns that administrators sort accounts by. */
export const USER_SORTS = [
  'email',
  'signup_date',
  'last_sign_in_at',
  'subscription_plan',
  'total_exports',
  'source',
  'grant',
] as const
export type UserSort = (typeof USER_SORTS)[number]

/** Longest text that an administrator looks for. */
export const SEARCH_TEXT_MAX = 200
