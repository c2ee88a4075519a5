import type { MutationName } from '../contract/mutations.ts'
import { checkMutation } from './check-mutation.ts'
import { openUserOutbox } from './open-user-outbox.ts'

/**
 * Keeps a mutation while no device answers; the next one takes it from there.
 * @throws AppError `invalid_input`.
 */
export async function addToOutbox(
  userId: string,
  { id, name, args }: { id: string; name: MutationName; args: unknown },
): Promise<{ id: string }> {
  const checked = checkMutation(name, args)
  const mutation = { id, name, created_at: new Date().toISOString() }
  const outbox = await openUserOutbox(userId)
  try {
    await outbox.add([{ ...mutation, args: checked.args }])
  } finally {
    await outbox.close()
  }
  return { id }
}
