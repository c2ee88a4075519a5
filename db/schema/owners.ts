import { z } from 'zod'

/** The id of an account or a team. */
export const ownerId = z.string().min(1).max(100)

/** A row of `owners`: whose rows can be. Triggers keep one for each account and team. */
export const ownerRow = z.object({ id: ownerId, kind: z.enum(['account', 'team']) })
