import type { ProfessionGroup } from '#db/import/specialties.ts'
import professions from './data/professions.json' with { type: 'json' }
import specialtySkills from './data/specialty-skills.json' with { type: 'json' }
import type { EmployerKind } from './employers.ts'

/** The traits of one kind of professional. Weights are relative. */
export interface Traits {
  womenShare: number
  /** Credentials after the name; "" means none. */
  credentials: Record<string, number>
  /** Degrees of the last school; degrees of earlier schools are bachelor's. */
  degrees: Record<string, number>
  employers: Partial<Record<EmployerKind, number>>
  skills: readonly string[]
  /** Titles of leading positions. */
  leaders: { manager: string; director: string; vicePresident: string; chief: string }
}

export const TRAITS: Record<ProfessionGroup, Traits> = professions

/** The specialty's own skills, followed by its profession's. */
export function skillsOf(specialty: string, { skills }: Traits): string[] {
  const special = Object.entries(specialtySkills).filter(([part]) => specialty.includes(part))
  return [...special.flatMap(([, added]) => added), ...skills]
}
