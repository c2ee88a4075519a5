import { z } from 'zod'

/** A row of `mutation_results`: what a mutation was answered, kept with its effect. */
export const mutationResultRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  result: z.record(z.string(), z.unknown()),
  executed_at: z.date(),
})
