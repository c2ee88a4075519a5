import { z } from 'zod'

/** A row of `job_runs`: when an hourly job's last run that succeeded began, in any process. */
export const jobRunRow = z.object({ job: z.string(), ran_at: z.date() })
