const EXCERPT_MAX = 150

/** The beginning of a body on one line: at most 150 letters and an ellipsis. */
export function templateExcerpt(body: string): string {
  const letters = [...body.trim().replace(/\s+/g, ' ')]
  return letters.length > EXCERPT_MAX
    ? `${letters.slice(0, EXCERPT_MAX).join('')}…`
    : letters.join('')
}
