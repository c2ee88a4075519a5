import type { SpecialtyCount } from '#api/contract/search.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'
import { wait } from '#sync/client/wait.ts'
import { ApiError, api, call, isRecord } from '#web/lib/api-client.ts'

const CACHE_MS = 300_000
const RETRY_DELAY_MS = 1000

/** The usual specialties without counts, for when the server cannot be reached. */
const BUILT_IN_SPECIALTIES: readonly string[] = [
  'Registered Nurse',
  'Nurse Practitioner',
  'Physician Assistant',
  'Pharmacist',
  'Physical Therapist',
  'Family Medicine',
  'Internal Medicine',
  'Occupational Therapist',
  'Dentist',
  'Clinical Social Worker',
  'Mental Health Counselor',
  'Emergency Medicine',
  'Pediatrics',
  'Psychiatry',
  'Anesthesiology',
  'Certified Registered Nurse Anesthetist',
  'OBGYN',
  'Cardiology',
  'Radiology',
  'General Surgery',
  'Orthopedic Surgery',
  'Hospitalist',
  'Neurology',
  'Dermatology',
  'Gastroenterology',
  'Oncology',
  'Ophthalmology',
  'Optometry',
  'Pathology',
  'Pulmonary Disease',
  'Nephrology',
  'Urology',
  'Endocrinology',
  'Otolaryngology',
  'Speech-Language Pathologist',
]

/** A specialty to choose, and how many people have it; null where that is unknown. */
export interface SpecialtyOption {
  specialty: string
  count: number | null
}

/** The specialties that a filter offers. */
export interface SpecialtyOptions {
  options: readonly SpecialtyOption[]
  /** Why the built-in table is shown; null where the counts are live. */
  failure: ApiError | null
}

/** Counts from an answer, a bare list or one under `data`: merged, most frequent first. */
export function readSpecialtyCounts(answer: unknown): SpecialtyCount[] {
  const rows = Array.isArray(answer) ? answer : isRecord(answer) ? answer.data : null
  if (!Array.isArray(rows)) throw new ApiError('malformed_answer', 'The counts cannot be read.')
  const merged = new Map<string, number>()
  for (const row of rows.filter(isSpecialtyCount)) {
    const name = specialtyName(row.specialty.trim())
    merged.set(name, (merged.get(name) ?? 0) + row.count)
  }
  return [...merged]
    .map(([specialty, count]) => ({ specialty, count }))
    .sort((a, b) => b.count - a.count || a.specialty.localeCompare(b.specialty))
}

let cached: { options: Promise<SpecialtyOptions>; until: number } | null = null

/** The specialties to choose from, cached for five minutes. Never rejects over a failed call. */
export function loadSpecialties(now = Date.now()): Promise<SpecialtyOptions> {
  if (cached && now < cached.until) return cached.options
  const options = fetchWithRetry().then(
    (counts): SpecialtyOptions => ({ options: counts, failure: null }),
    (error: unknown): SpecialtyOptions => {
      cached = null
      if (!(error instanceof ApiError)) throw error
      const usual = BUILT_IN_SPECIALTIES.map((specialty) => ({ specialty, count: null }))
      return { options: usual, failure: error }
    },
  )
  cached = { options, until: now + CACHE_MS }
  return options
}

async function fetchWithRetry(): Promise<SpecialtyCount[]> {
  try {
    return await fetchCounts()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await wait(RETRY_DELAY_MS)
    return fetchCounts()
  }
}

async function fetchCounts(): Promise<SpecialtyCount[]> {
  const { counts } = api.specialties
  return readSpecialtyCounts(await call((init) => counts.$get({}, { init })))
}

/** People per specialty, for visitors. @throws ApiError */
export async function fetchPublicCounts(): Promise<SpecialtyCount[]> {
  const { counts } = api.specialties
  return readSpecialtyCounts(await call((init) => counts.public.$get({}, { init })))
}

function isSpecialtyCount(row: unknown): row is SpecialtyCount {
  return (
    isRecord(row) &&
    typeof row.specialty === 'string' &&
    row.specialty.trim() !== '' &&
    typeof row.count === 'number'
  )
}
