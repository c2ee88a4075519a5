/*
 * These are plain constants, so that the browser's screens can use them without loading a
 * validator.
 */

/** When an account is notified of news: by one mail a day, or by a push as they are found. */
export const CADENCES = ['daily', 'at_once'] as const
export type Cadence = (typeof CADENCES)[number]

/**
 * How a person's change affects a watched search, by the person's state before and after; both
 * states are matched by the current understanding of its text.
 * - `new`: the search finds them now and did not before, or they were not in the directory.
 * - `gone`: it found them before and does not now, or they left the directory. Who asked to be removed
 *   is in no news.
 * - `moved`: found before and now, with another employer, city or state; one that was not known, or
 *   that is written otherwise, is no move.
 * - `verified`: found before and now, and a contact was verified later than it was known to be.
 *
 * Time alone changes nobody: who falls out of "verified within 30 days" is looked at again with their
 * next change.
 */
export const NEWS_KINDS = ['new', 'moved', 'gone', 'verified'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

/**
 * The kinds as the evaluation writes them: of those gone, people who left the directory are
 * distinguished.
 */
export type FoundKind = NewsKind | 'left'
