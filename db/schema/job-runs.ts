import { z } from 'zod'

/** A row of `job_runs`: when the last successful run of an hourly job began, in any process. */
export const jobRunRow = z.object({ job: z.string(), ran_at: z.date() })
