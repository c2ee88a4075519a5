import type { Submission } from './schema/candidate-submissions.ts'

/** The texts in which a submission keeps its lists; importers read the same forms. */

/** Each skill in single quotes, separated by blanks; null without any. `cleanSkills` reads it. */
export function quotedSkills(skills: readonly string[]): string | null {
  // Quotes around a blank would read as the end of one skill and the start of the next.
  const plain = skills.map((skill) => skill.replace(/'(?=\s+')|(?<='\s+)'/g, '’'))
  return plain.length > 0 ? plain.map((skill) => `'${skill}'`).join(' ') : null
}

/** Schools with their degrees; null without any. `parseEducation` reads it. */
export function educationText(entries: Submission['education']): string | null {
  if (entries.length === 0) return null
  return JSON.stringify(
    entries.map(({ school, degree }) => ({ schoolName: school, degrees: [degree] })),
  )
}
