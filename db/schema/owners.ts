import { z } from 'zod'
import { isStorable } from './storable.ts'

/** The id of an account or a team. */
export const ownerId = z.string().min(1).max(100).refine(isStorable, 'not valid text')

/** The id of an account, in rows that outlive the account. */
export const accountId = z.string()

/**
 * The accounts that created a row and last changed it; null in rows older than teams, which their
 * owner wrote.
 */
export const authors = {
  created_by: accountId.nullable(),
  updated_by: accountId.nullable(),
}

/**
 * A row of `owners`: an account or a team, to which rows can belong. Triggers create one for each.
 */
export const ownerRow = z.object({ id: ownerId, kind: z.enum(['account', 'team']) })
