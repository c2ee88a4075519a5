/**
 * Matches soft hyphens, zero-width characters and direction marks, which are copied with text from
 * a page or a mail. They are invisible, and a word that contains one is a different word.
 */
export const INVISIBLE = /\p{Cf}/gu

/** The visible part of a text, trimmed. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '').trim()
}

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return visibleText(text) === ''
}
