/**
 * Soft hyphens, zero widths and marks of direction, as they come along with what is copied from a page or a
 * mail. Nobody sees them, and with one in it a word is another word.
 */
export const INVISIBLE = /\p{Cf}/gu
