import { z } from 'zod'

/** The id of an account or a team. */
export const ownerId = z.string().min(1).max(100)
