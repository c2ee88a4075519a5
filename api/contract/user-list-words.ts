/** The query values of the list of accounts: plain constants, so that no screen needs a validator. */

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

/** The longest search text. */
export const SEARCH_TEXT_MAX = 200

/** How plans that an account has through a team are listed, the team's name behind it. */
export const TEAM_PLAN = 'Team'
