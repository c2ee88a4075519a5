import { z } from 'zod'
import { candidateCard } from './lists.ts'

/** A row of `saved_candidates`: there while it holds a star or a note. */
export const savedCandidateRow = z.object({
  owner_id: z.string(),
  candidate_id: z.uuid(),
  team_id: z.string().nullable(),
  starred: z.boolean(),
  note: z.string().nullable(),
  card: candidateCard.nullable(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type SavedCandidateRow = z.infer<typeof savedCandidateRow>
