import { z } from 'zod'

/** A row of `mutation_results`: the response to a mutation, committed with its effect. */
export const mutationResultRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  result: z.record(z.string(), z.unknown()),
  executed_at: z.date(),
})
