import type { Addressee } from '#web/lib/email-request.ts'
import { presentText } from '#web/lib/format.ts'

/** What a template can say of its reader. */
const PLACEHOLDERS = [
  'first_name',
  'last_name',
  'title',
  'specialty',
  'organization',
  'city',
  'state',
] as const satisfies (keyof Addressee)[]

const PATTERN = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g')

/** A template as it is written to somebody: `{first_name}` is their name. What is unknown stays. */
export function fillPlaceholders(text: string, person: Addressee): string {
  return text.replace(
    PATTERN,
    (whole, name: (typeof PLACEHOLDERS)[number]) => presentText(person[name]) ?? whole,
  )
}

/** The placeholders left in a text, each once. */
export function openPlaceholders(text: string): string[] {
  return [...new Set(text.match(PATTERN))]
}
