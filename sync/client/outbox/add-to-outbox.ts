import type { MutationName } from '#sync/contract/mutations.ts'
import { checkMutation } from './check-mutation.ts'
import { openUserOutbox } from './open-user-outbox.ts'

/**
 * Puts a mutation into the outbox while no device answers; the next device reads it there.
 * @returns null where this browser can keep nothing, or nothing more.
 * @throws AppError `invalid_input`.
 */
export async function addToOutbox(
  userId: string,
  { id, name, args }: { id: string; name: MutationName; args: unknown },
): Promise<{ id: string } | null> {
  const checked = checkMutation(name, args)
  const mutation = { id, name, created_at: new Date().toISOString() }
  const outbox = await openUserOutbox(userId).catch(() => null)
  if (!outbox) return null
  try {
    await outbox.add([{ ...mutation, args: checked.args }])
    return { id }
  } catch {
    // The disk is full: a device that sends the edit at once has room for it again.
    return null
  } finally {
    await outbox.close()
  }
}
