import { presentTexts } from '../../lib/format.ts'

const SHOWN = 5

/** The first five skills, and how many more there are; missing ones do not count. */
export function summarizeSkills(skills: readonly (string | null | undefined)[]): {
  shown: string[]
  moreCount: number
} {
  const present = presentTexts(skills)
  return { shown: present.slice(0, SHOWN), moreCount: Math.max(0, present.length - SHOWN) }
}
