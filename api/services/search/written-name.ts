import { specialtyName } from '#db/schema/specialty-name.ts'

const SMALL_LETTER = /\p{Ll}/u

/** A place or employer as people write it: title-cased where the source shouts, else as it stands. */
export function writtenName(text: string): string {
  return SMALL_LETTER.test(text) ? text : specialtyName(text)
}
