/**
 * Soft hyphens, zero widths and marks of direction, as they come along with what is copied from a page or a
 * mail. Nobody sees them, and with one in it a word is another word.
 */
export const INVISIBLE = /\p{Cf}/gu

/** What is to be seen of a text, without the blanks around it. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '').trim()
}

/** Whether nothing of a text is to be seen. */
export function isBlank(text: string): boolean {
  return visibleText(text) === ''
}
