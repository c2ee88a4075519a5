import { INVISIBLE } from '#db/schema/invisible.ts'

/** Texts for a missing value in legacy sources. */
const MISSING = new Set(['', 'null', 'NULL', 'undefined'])
const MISSING_LENGTH_MAX = 9

/**
 * The trimmed value with white space collapsed and invisible characters removed; null if it is
 * missing.
 */
export function cleanText(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (value === '') return null
  const text = UNTIDY.test(value) ? tidied(value) : value.trim()
  return text.length <= MISSING_LENGTH_MAX && MISSING.has(text) ? null : text
}

function tidied(value: string): string {
  return value.replace(INVISIBLE, '').replace(WHITE_SPACE_RUNS, ' ').trim()
}

/**
 * Matches what must be cleaned. Security: an address with an invisible character would not match
 * that of a removed person.
 */
const UNTIDY = new RegExp(`[\\s\\0]{2,}|[\\t\\n\\r\\v\\f\\0]|${INVISIBLE.source}`, 'u')
const WHITE_SPACE_RUNS = /[\s\0]+/g

/** An integer, zero or more; null for any other text. */
export function cleanCount(value: string | null | undefined): number | null {
  const text = cleanText(value)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/**
 * Parses skills in either form of the sources: comma-separated (`ICU, Triage`), or each in single
 * quotes and separated by blanks (`'ICU' 'Wound care'`, as in submissions). Empty and repeated
 * skills are dropped, and the order is kept.
 */
export function cleanSkills(value: string | null | undefined): string[] {
  const text = cleanText(value)
  if (text === null) return []
  const parts = QUOTED_LIST.test(text) ? text.slice(1, -1).split(/'\s+'/) : text.split(',')
  const skills = new Set<string>()
  for (const part of parts) {
    const skill = cleanText(part)
    if (skill !== null) skills.add(skill)
  }
  return [...skills]
}

const QUOTED_LIST = /^'.*'$/s
