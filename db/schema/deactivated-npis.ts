import { z } from 'zod'

/** A row of `deactivated_npis`: a number that a report of the registry called deactivated. */
export const deactivatedNpiRow = z.object({ npi: z.string().length(10), deactivated_on: z.date() })
