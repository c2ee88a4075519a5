import { AppError } from '../contract/errors.ts'
import { type MutationName, mutationOf } from '../contract/mutations.ts'
import { openUserOutbox } from './open-user-outbox.ts'

/**
 * Keeps a mutation while no device answers; the next one takes it from there.
 * @throws AppError `invalid_input`.
 */
export async function addToOutbox(
  userId: string,
  name: string,
  args: unknown,
): Promise<{ id: string }> {
  const mutation = { id: crypto.randomUUID(), name: name as MutationName }
  const checked = mutationOf(mutation.name).args.safeParse(args)
  if (!checked.success) throw new AppError('invalid_input', 'These details cannot be kept.')
  const outbox = await openUserOutbox(userId)
  try {
    const created_at = new Date().toISOString()
    await outbox.add([{ ...mutation, args: checked.data, created_at }])
  } finally {
    await outbox.close()
  }
  return { id: mutation.id }
}
