import { z } from 'zod'

/** A row of `specialty_names`: what an operator calls the specialty behind a taxonomy code. */
export const specialtyNameRow = z.object({ code: z.string(), specialty: z.string() })
export type SpecialtyNameRow = z.infer<typeof specialtyNameRow>
