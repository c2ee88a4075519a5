import { AppError } from '#sync/contract/errors.ts'
import { MUTATIONS, type MutationName, mutationOf } from '#sync/contract/mutations.ts'

/**
 * Finds a mutation and checks its args.
 * @throws AppError `invalid_input`, also for a mutation that only a newer build knows.
 */
export function checkMutation(name: MutationName, args: unknown) {
  if (!(name in MUTATIONS)) throw new AppError('invalid_input', 'No such change is known here.')
  const { args: schema, run } = mutationOf(name)
  const checked = schema.safeParse(args)
  if (!checked.success) throw new AppError('invalid_input', 'These details cannot be kept.')
  return { run, args: checked.data }
}
