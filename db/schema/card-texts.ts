import type { CandidateCard } from './candidate-card.ts'

/** A text derived from a row's `card`: the known fields among these, in lower case. */
export interface CardText {
  fields: readonly (keyof CandidateCard)[]
  between: ' ' | '\n'
}

/** The text as SQL over `card`; null if the card has none of the fields. */
export function cardTextSql({ fields, between }: CardText): string {
  const values = fields.map((field) => `card ->> '${field}'`)
  const separator = between === '\n' ? `E'\\n'` : `'${between}'`
  return `nullif(trim(lower(concat_ws(${separator}, ${values.join(', ')}))), '')`
}

/**
 * The derived texts of one row, computed in JavaScript: COPY takes 50 % longer when PostgreSQL
 * generates them from JSON.
 * @param card the card as JSON
 */
export function cardTexts(
  texts: Readonly<Record<string, CardText>>,
  card: string | null | undefined,
): Record<string, string | null> {
  const values: Record<string, unknown> = card == null ? {} : JSON.parse(card)
  const made: Record<string, string | null> = {}
  for (const name in texts) {
    const { fields = [], between = ' ' } = texts[name] ?? {}
    const known = fields.map((field) => values[field]).filter((value) => value != null)
    made[name] = withoutSpacesAround(known.join(between).toLowerCase()) || null
  }
  return made
}

/**
 * Removes only spaces, like PostgreSQL's `trim`. A pattern would scan each text, and most have no
 * such spaces.
 */
function withoutSpacesAround(text: string): string {
  if (!text.startsWith(' ') && !text.endsWith(' ')) return text
  return text.replace(/^ +| +$/g, '')
}
