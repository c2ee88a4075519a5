import type { MutationName } from '#sync/contract/mutations.ts'
import { checkMutation } from './check-mutation.ts'
import { openUserOutbox } from './open-user-outbox.ts'

/**
 * Puts a mutation into the outbox while no device answers; the next device reads it there.
 * @param signal ends it: the user may have signed out.
 * @returns null where this browser can keep nothing, or nothing more, and once it is ended.
 * @throws AppError `invalid_input`.
 */
export async function addToOutbox(
  userId: string,
  { id, name, args }: { id: string; name: MutationName; args: unknown },
  signal?: AbortSignal,
): Promise<{ id: string } | null> {
  const checked = checkMutation(name, args)
  const mutation = { id, name, created_at: new Date().toISOString() }
  const outbox = await openUserOutbox(userId, signal).catch(() => null)
  if (!outbox) return null
  try {
    signal?.throwIfAborted()
    await outbox.add([{ ...mutation, args: checked.args }])
    return { id }
  } catch {
    // Ended, or the disk is full: a device that sends the edit at once has room for it again.
    return null
  } finally {
    await outbox.close()
  }
}
