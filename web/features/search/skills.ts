import { presentTexts } from '../../lib/format.ts'

const SHOWN = 5

/** The first five skills, then "+N more" only where there are more; missing ones do not count. */
export function summarizeSkills(skills: readonly (string | null | undefined)[]): string {
  const present = presentTexts(skills)
  const more = present.length - SHOWN
  return present.slice(0, SHOWN).join(' · ') + (more > 0 ? ` +${more} more` : '')
}
