import { z } from 'zod'

/** A row of `erased_shapes`: an owner's shape that the shape server is to drop. */
export const erasedShapeRow = z.object({ id: z.string(), owner_id: z.string(), name: z.string() })
