/** Keyword groups in order of precedence: "Nurse Practitioner, Surgery" is a nurse. */
const SPECIALTY_GROUPS = [
  ['pharmacist', /pharm/],
  ['physician', /physician/],
  ['nurse', /nurs/],
  ['dentist', /dent/],
  ['therapist', /therap/],
  ['specialist', /specialist/],
  ['surgeon', /surge/],
  ['researcher', /research/],
  ['administrator', /administrat/],
] as const

export type SpecialtyGroup = (typeof SPECIALTY_GROUPS)[number][0] | 'default'

/** The first group with a keyword in the specialty, case ignored; it decides the badge's hue. */
export function specialtyGroup(specialty: string | null): SpecialtyGroup {
  const folded = specialty?.toLowerCase() ?? ''
  return SPECIALTY_GROUPS.find(([, keyword]) => keyword.test(folded))?.[0] ?? 'default'
}
