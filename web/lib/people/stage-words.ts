import type { Stage } from '#db/schema/activities.ts'

const WORDS: Record<Stage, string> = {
  contacted: 'Contacted',
  interested: 'Interested',
  interviewing: 'Interviewing',
  offered: 'Offered',
  placed: 'Placed',
  declined: 'Declined',
}

/** The stages in their order, for a choice. */
export const STAGE_OPTIONS = Object.entries(WORDS).map(([value, label]) => ({
  value: value as Stage,
  label,
}))

/** A stage in words, also one that only a newer build knows. */
export function stageWord(stage: string | null): string {
  if (stage === null) return 'No stage'
  return Object.hasOwn(WORDS, stage) ? WORDS[stage as Stage] : stage
}
