import table from './specialties.json' with { type: 'json' }

/** Job functions by kind of professional, in recruiters' terms. */
const JOB_FUNCTIONS = {
  physician: 'Physician',
  resident: 'Physician',
  dentist: 'Dentistry',
  'dental support': 'Dentistry',
  podiatrist: 'Physician',
  optometrist: 'Eye Care',
  chiropractor: 'Chiropractic',
  pharmacist: 'Pharmacy',
  'nurse practitioner': 'Advanced Practice',
  'physician assistant': 'Advanced Practice',
  'nurse anesthetist': 'Advanced Practice',
  'nurse midwife': 'Advanced Practice',
  nurse: 'Nursing',
  'practical nurse': 'Nursing',
  'physical therapist': 'Therapy & Rehabilitation',
  'occupational therapist': 'Therapy & Rehabilitation',
  'respiratory therapist': 'Therapy & Rehabilitation',
  'speech therapist': 'Therapy & Rehabilitation',
  'therapy assistant': 'Therapy & Rehabilitation',
  audiologist: 'Hearing & Speech',
  'alternative medicine': 'Integrative Medicine',
  psychologist: 'Behavioral Health',
  counselor: 'Behavioral Health',
  'social worker': 'Behavioral Health',
  'behavior analyst': 'Behavioral Health',
  'behavior technician': 'Behavioral Health',
  dietitian: 'Nutrition',
  'community worker': 'Community Health',
  technician: 'Allied Health',
  aide: 'Personal Care',
} as const

export type ProfessionGroup = keyof typeof JOB_FUNCTIONS

/** A specialty, with the words for its practitioners. */
export interface Profession {
  specialty: string
  /** The title of a practitioner: "Cardiologist". */
  title: string
  group: ProfessionGroup
  jobFunction: string
  /** The specialty's own taxonomy code; undefined when the taxonomy has none. */
  code: string | undefined
}

const byName = new Map<string, Profession>()
const byCodePrefix = new Map<string, Profession>()
for (const [specialty, { title, group, codes }] of Object.entries(table)) {
  if (!isGroup(group)) throw new Error(`specialties.json: ${specialty} has no known group`)
  const code = codes[0]?.padEnd(9, '0').concat('X')
  const profession = { specialty, title, group, jobFunction: JOB_FUNCTIONS[group], code }
  byName.set(specialty, profession)
  for (const code of codes) byCodePrefix.set(code, profession)
}

/** All professions, in the order of the table. */
export const SPECIALTIES: readonly Profession[] = [...byName.values()]

function isGroup(group: string): group is ProfessionGroup {
  return group in JOB_FUNCTIONS
}

/** The profession of a specialty in the spelling of `specialties.json`. */
export function professionOf(specialty: string): Profession | undefined {
  return byName.get(specialty)
}

/** Every word of four letters or more in specialties' names and titles, in lower case. */
export function specialtyWords(): Set<string> {
  const names = [...byName.values()].flatMap(({ specialty, title, group }) => [
    specialty,
    title,
    group,
    JOB_FUNCTIONS[group],
  ])
  return new Set(
    names
      .join(' ')
      .toLowerCase()
      .match(/[a-z]{4,}/g),
  )
}

/** The shortest code prefix in the table. */
const SHORTEST_PREFIX = 3

/**
 * The profession of a provider taxonomy code such as "207RC0000X": by the longest prefix of the code
 * in the table, so that a code newer than the table falls back to its family. Undefined for
 * facilities, suppliers and unknown families.
 */
export function professionOfTaxonomy(code: string): Profession | undefined {
  const known = byCodePrefix.get(code)
  if (known) return known
  for (let length = code.length - 1; length >= SHORTEST_PREFIX; length--) {
    const profession = byCodePrefix.get(code.slice(0, length))
    if (profession) return profession
  }
  return undefined
}
