import type { CandidateCard } from './candidate-card.ts'

/** A text that follows from a row's `card`: these fields of it, as far as known, in lower case. */
export interface CardText {
  fields: readonly (keyof CandidateCard)[]
  between: ' ' | '\n'
}

/** The text as SQL over `card`; null where the card has nothing of it. */
export function cardTextSql({ fields, between }: CardText): string {
  const values = fields.map((field) => `card ->> '${field}'`)
  const separator = between === '\n' ? `E'\\n'` : `'${between}'`
  return `nullif(trim(lower(concat_ws(${separator}, ${values.join(', ')}))), '')`
}

/**
 * The texts of one row, made in JavaScript: COPY takes half as long again where PostgreSQL generates them
 * from JSON.
 * @param card JSON.
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

/** As PostgreSQL's `trim`, of spaces alone. A pattern would look through each text, and most have none. */
function withoutSpacesAround(text: string): string {
  if (!text.startsWith(' ') && !text.endsWith(' ')) return text
  return text.replace(/^ +| +$/g, '')
}
