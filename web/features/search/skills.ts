const SHOWN = 5

/** The first five skills, as a card shows them, and the rest. */
export function summarizeSkills<Skill>(skills: readonly Skill[]): {
  shown: Skill[]
  hidden: Skill[]
} {
  return { shown: skills.slice(0, SHOWN), hidden: skills.slice(SHOWN) }
}
