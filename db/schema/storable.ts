/** Whether PostgreSQL can hold a text: it stores neither NUL nor half a character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}
