/** The text forms of a submission's lists, which importers read too. */

/** Each skill in single quotes, separated by blanks; null without skills. `cleanSkills` reads it. */
export function quotedSkills(skills: readonly string[]): string | null {
  // A quote next to a blank would be read as the end of one skill and the start of the next.
  const plain = skills.map((skill) => skill.replace(/'(?=\s+')|(?<='\s+)'/g, '’'))
  return plain.length > 0 ? plain.map((skill) => `'${skill}'`).join(' ') : null
}

/** Schools with their degrees; null without schools. `parseEducation` reads it. */
export function educationText(
  entries: readonly { school: string; degree: string }[],
): string | null {
  if (entries.length === 0) return null
  return JSON.stringify(
    entries.map(({ school, degree }) => ({ schoolName: school, degrees: [degree] })),
  )
}
