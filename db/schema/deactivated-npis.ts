import { z } from 'zod'

/** A row of `deactivated_npis`: an NPI that a report of the registry lists as deactivated. */
export const deactivatedNpiRow = z.object({ npi: z.string().length(10), deactivated_on: z.date() })
