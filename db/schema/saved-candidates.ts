import { z } from 'zod'
import { candidateCard } from './candidate-card.ts'

/** The most starred or annotated people of one account: two full lists. */
export const SAVED_CANDIDATES_MAX = 20_000

/** A row of `saved_candidates`: it exists while it has a star or a note. */
export const savedCandidateRow = z.object({
  owner_id: z.string(),
  candidate_id: z.uuid(),
  starred: z.boolean(),
  note: z.string().nullable(),
  card: candidateCard.nullable(),
  /** Since when it has its star; without one, its note. */
  created_at: z.date(),
  updated_at: z.date(),
})
export type SavedCandidateRow = z.infer<typeof savedCandidateRow>
