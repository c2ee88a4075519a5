import { z } from 'zod'

/** A row of `specialty_names`: an operator's name for the specialty of a taxonomy code. */
export const specialtyNameRow = z.object({ code: z.string(), specialty: z.string() })
export type SpecialtyNameRow = z.infer<typeof specialtyNameRow>
