/*
 * How long rows that name people are kept once nobody works with them any more. The privacy policy states the
 * first three, and hourly jobs delete what is older.
 */

/**
 * The rows of a closed team, from its closing on: as long as a deleted list, and longer than any lease, so that
 * no device has them any more. Closing cannot be undone, but an operator may still look into a mistake.
 */
export const CLOSED_TEAM_KEPT_DAYS = 30

/** A message from the contact page, from its arrival on, whether it could be mailed or not. */
export const CONTACT_MESSAGE_KEPT_DAYS = 365

/** A rejected resume, from the decision on: until then its rejection can be undone. */
export const REJECTED_RESUME_KEPT_DAYS = 90

/**
 * The text that a refused edit did not know of, in the stored answer: as long as the lease of a device, which
 * after that has no rows to compare it with. The refusal itself stays.
 */
export const CONFLICT_TEXT_KEPT_DAYS = 14
