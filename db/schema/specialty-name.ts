const WORD = /[\p{L}\p{N}'’]+/gu

const ABBREVIATIONS: ReadonlySet<string> = new Set(['ob', 'gyn', 'obgyn', 'ent', 'icu', 'nicu'])

/** Words that are in lower case within a name. */
const SMALL: ReadonlySet<string> = new Set(['and', 'of', 'the', 'in', 'for', 'with', 'or', 'to'])

/**
 * A specialty's display name: title-cased, OBGYN and OB/GYN upper case. Spellings that differ only
 * in case get the same name, and a search for the name finds all of them.
 */
export function specialtyName(raw: string): string {
  return raw.toLowerCase().replace(WORD, (word, at: number) => {
    if (ABBREVIATIONS.has(word)) return word.toUpperCase()
    if (at > 0 && SMALL.has(word)) return word
    return word.charAt(0).toUpperCase() + word.slice(1)
  })
}
