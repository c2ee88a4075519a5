/**
 * The query values of the list of accounts, as plain constants: no screen needs to load a validator
 * for them.
 */

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

/** The listed plan of an account with a plan through a team; the team's name follows. */
export const TEAM_PLAN = 'Team'
