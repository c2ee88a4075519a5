/* Plain constants, so that the browser's screens can use them without loading a validator. */

/** How soon an account is told of news: in a mail a day, or by a push as they are found. */
export const CADENCES = ['daily', 'at_once'] as const
export type Cadence = (typeof CADENCES)[number]

/**
 * What became of a person for a watched search, by the person as they were and as they are; both are
 * looked for by today's understanding of its text.
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

/** As the evaluation writes them: those who left the directory are told apart from the others gone. */
export type FoundKind = NewsKind | 'left'
