import type { EducationEntry } from '#db/schema/candidates.ts'
import { cleanText } from './clean.ts'

/** One school as the source writes it, before cleaning. */
interface RawEntry {
  school: string
  degrees: string[]
  year?: number
}

/**
 * Parses schools and degrees from a source's education text, which has three forms:
 *
 * - `schoolName: Tufts University, degrees: [MD, PhD]; schoolName: …`
 * - JSON: an object or a list of objects with `schoolName` (or `school`) and `degrees` (or `degree`)
 * - `Tufts University - MD; Boston College - BS`
 *
 * The result has one entry per degree; entries without a school are dropped. Other text is
 * returned unchanged; null when the source has nothing.
 */
export function parseEducation(value: string | null | undefined): EducationEntry[] | string | null {
  const text = cleanText(value)
  if (text === null) return null
  const raw = fromJson(text) ?? fromLabels(text) ?? fromDashes(text)
  if (raw === null) return text
  const entries = raw.flatMap(toEntries)
  return entries.length > 0 ? entries : null
}

function toEntries({ school, degrees, year = undefined }: RawEntry): EducationEntry[] {
  const name = cleanText(school)
  if (name === null) return []
  const clean = [...new Set(degrees.map(cleanText).filter((degree) => degree !== null))]
  const named: (string | null)[] = clean.length > 0 ? clean : [null]
  return named.map((degree) => ({ school: name, degree, year: year ?? null }))
}

function fromJson(text: string): RawEntry[] | null {
  if (!/^[[{]/.test(text)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The text merely starts like JSON: another form may match.
    return null
  }
  const items = (Array.isArray(value) ? value : [value]).filter(isRecord)
  return items.map((item) => ({
    school: textOf(item.schoolName ?? item.school),
    degrees: listOf(item.degrees ?? item.degree),
    year: typeof item.year === 'number' && Number.isInteger(item.year) ? item.year : undefined,
  }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')
}

function fromLabels(text: string): RawEntry[] | null {
  if (!/schoolName:/i.test(text)) return null
  return text
    .split(/schoolName:/i)
    .slice(1)
    .map((part) => {
      const [school = '', degrees = ''] = part.split(/,?\s*degrees?:/i)
      return {
        school: school.replace(/[;,{}[\]\s]+$/, ''),
        degrees: degrees.replace(/[[\]{};]/g, '').split(','),
      }
    })
}

function fromDashes(text: string): RawEntry[] | null {
  if (!/\s-(\s|$)|^-\s/.test(text)) return null
  return text.split(';').map((part) => {
    const dash = part.search(/(^|\s)-(\s|$)/)
    if (dash === -1) return { school: part, degrees: [] }
    return {
      school: part.slice(0, dash),
      degrees: part.slice(dash).replace(/^\s*-/, '').split(','),
    }
  })
}
