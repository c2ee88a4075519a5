import { z } from 'zod'
import { isStorable } from './storable.ts'

/** The id of an account or a team. */
export const ownerId = z.string().min(1).max(100).refine(isStorable, 'not valid text')

/** An account, as rows name it that outlive it. */
export const accountId = z.string()

/** Who made a row and who changed it last; null in rows older than teams, which their owner wrote. */
export const authors = {
  created_by: accountId.nullable(),
  updated_by: accountId.nullable(),
}

/** A row of `owners`: whose rows can be. Triggers keep one for each account and team. */
export const ownerRow = z.object({ id: ownerId, kind: z.enum(['account', 'team']) })
