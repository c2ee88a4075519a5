import type { SourceRecord } from '#db/import/clean-candidate.ts'
import type { Random } from './random.ts'

const MISSING_WORDS = ['null', 'NULL', 'undefined', '', '  '] as const
const MISSING_SHARE = 0.006
const PADDED_SHARE = 0.012

/** How often a source leaves each field unknown. */
const UNKNOWN_SHARES: Partial<Record<keyof SourceRecord, number>> = {
  npi: 0.02,
  title: 0.01,
  specialty: 0.005,
  organization: 0.05,
  company_start_date: 0.3,
  city: 0.01,
  office_zip: 0.1,
  gender: 0.08,
  skills: 0.12,
  education: 0.2,
}

/** Degrades a record in place as real sources do: gaps, the word "null", stray blanks. */
export function roughen(random: Random, record: SourceRecord): void {
  for (const field in record) {
    const key = field as keyof SourceRecord
    const value = record[key]
    if (value === null || value === undefined) continue
    const draw = random.next()
    if (draw < MISSING_SHARE) record[key] = random.pick(MISSING_WORDS)
    else if (draw < MISSING_SHARE + PADDED_SHARE) record[key] = `  ${value} `
    else if (draw < MISSING_SHARE + PADDED_SHARE + (UNKNOWN_SHARES[key] ?? 0)) record[key] = null
  }
}

/**
 * A specialty in a source's spelling: mostly title case, sometimes capitals, OB/GYN in its short
 * forms.
 */
export function spellSpecialty(random: Random, specialty: string): string {
  const draw = random.next()
  if (specialty === 'Obstetrics & Gynecology' && draw < 0.3) return draw < 0.2 ? 'OBGYN' : 'Obgyn'
  if (draw > 0.97) return specialty.toUpperCase()
  return draw > 0.96 ? specialty.toLowerCase() : specialty
}
