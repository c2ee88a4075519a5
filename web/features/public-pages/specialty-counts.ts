import type { SpecialtyCount } from '#api/contract/search.ts'

/** Shown on the home page until the server answers, and if it does not. */
export const BUILT_IN_COUNTS: readonly SpecialtyCount[] = [
  { specialty: 'Registered Nurse', count: 214_300 },
  { specialty: 'Family Medicine', count: 118_600 },
  { specialty: 'Nurse Practitioner', count: 102_900 },
  { specialty: 'Physical Therapy', count: 96_400 },
  { specialty: 'Internal Medicine', count: 91_700 },
  { specialty: 'Physician Assistant', count: 84_200 },
  { specialty: 'Pharmacist', count: 79_500 },
  { specialty: 'Dentistry', count: 71_800 },
]

/**
 * Reads the answer with the counts: an array, or one under `data`.
 * @returns null for anything else, and for an empty directory.
 */
export function readSpecialtyCounts(body: unknown): SpecialtyCount[] | null {
  const list = isRecord(body) && 'data' in body ? body.data : body
  if (!Array.isArray(list)) return null
  const counts = list.filter(isSpecialtyCount)
  return counts.length > 0 ? counts : null
}

function isSpecialtyCount(value: unknown): value is SpecialtyCount {
  return (
    isRecord(value) &&
    typeof value.specialty === 'string' &&
    typeof value.count === 'number' &&
    Number.isFinite(value.count)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
