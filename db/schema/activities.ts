import { z } from 'zod'
import { accountId } from './owners.ts'

/** Activities of one owner: a device keeps them all. */
export const ACTIVITIES_MAX = 100_000

/** How far a person on a list has come; none is the beginning. */
export const STAGES = [
  'contacted',
  'interested',
  'interviewing',
  'offered',
  'placed',
  'declined',
] as const
export const stage = z.enum(STAGES)
export type Stage = z.infer<typeof stage>

/** A row of `activities`: one step with a person on a list, never changed. */
export const activityRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  list_id: z.uuid(),
  candidate_id: z.uuid(),
  kind: z.enum(['stage', 'assign']),
  /** The stage, or the account that the person was assigned to; null where either was taken away. */
  value: z.string().nullable(),
  created_by: accountId,
  created_at: z.date(),
})
export type ActivityRow = z.infer<typeof activityRow>
