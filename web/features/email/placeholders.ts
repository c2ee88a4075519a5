import type { Addressee } from '#web/lib/email-dialog-store.ts'
import { presentText } from '#web/lib/format.ts'

/** The placeholders of templates. */
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

/**
 * A template with its placeholders filled in: `{first_name}` becomes the addressee's name. Those of
 * unknown facts stay.
 */
export function fillPlaceholders(text: string, person: Addressee): string {
  return text.replace(
    PATTERN,
    (whole, name: (typeof PLACEHOLDERS)[number]) => presentText(person[name]) ?? whole,
  )
}

/** The placeholders left in a text, without duplicates. */
export function openPlaceholders(text: string): string[] {
  return [...new Set(text.match(PATTERN))]
}
