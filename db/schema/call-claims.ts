import { z } from 'zod'

/** A row of `call_claims`: the member of a team who is calling a person, or is about to. */
export const callClaimRow = z.object({
  team_id: z.string(),
  candidate_id: z.uuid(),
  member_id: z.uuid(),
  /** The activity that the member's device writes: its outcome ends the claim. */
  call_id: z.uuid(),
  until: z.date(),
})
