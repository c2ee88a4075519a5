import { z } from 'zod'

/** A row of `call_claims`: the member of a team who is about to call a person, or calls. */
export const callClaimRow = z.object({
  team_id: z.string(),
  candidate_id: z.uuid(),
  member_id: z.uuid(),
  /** The activity that the member's device writes: its outcome ends the claim. */
  call_id: z.uuid(),
  until: z.date(),
})
