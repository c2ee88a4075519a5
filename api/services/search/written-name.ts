import { specialtyName } from '#db/schema/specialty-name.ts'

const SMALL_LETTER = /\p{Ll}/u

/**
 * The usual spelling of a place or employer: title-cased where the source is in capitals, else
 * unchanged.
 */
export function writtenName(text: string): string {
  return SMALL_LETTER.test(text) ? text : specialtyName(text)
}
