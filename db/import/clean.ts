import { INVISIBLE } from '#db/schema/invisible.ts'

/** Legacy sources' texts for a missing value. */
const MISSING = new Set(['', 'null', 'NULL', 'undefined'])
const MISSING_LENGTH_MAX = 9

/** The trimmed value with white space collapsed and invisible characters gone; null for a missing one. */
export function cleanText(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (value === '') return null
  const text = UNTIDY.test(value) ? tidied(value) : value.trim()
  return text.length <= MISSING_LENGTH_MAX && MISSING.has(text) ? null : text
}

function tidied(value: string): string {
  return value.replace(INVISIBLE, '').replace(WHITE_SPACE_RUNS, ' ').trim()
}

/** Security: with an invisible character in it an address is not that of the person who was removed. */
const UNTIDY = new RegExp(`[\\s\\0]{2,}|[\\t\\n\\r\\v\\f\\0]|${INVISIBLE.source}`, 'u')
const WHITE_SPACE_RUNS = /[\s\0]+/g

/** A whole number, zero or more; null for any other text. */
export function cleanCount(value: string | null | undefined): number | null {
  const text = cleanText(value)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/**
 * Skills in either form of the sources: comma-separated (`ICU, Triage`), or each in single quotes and
 * separated by blanks (`'ICU' 'Wound care'`, as in submissions). Empty and repeated ones are dropped,
 * the order kept.
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
