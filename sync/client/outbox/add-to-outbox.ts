import type { MutationName } from '#sync/contract/mutations.ts'
import { checkMutation } from './check-mutation.ts'
import { openUserOutbox } from './open-user-outbox.ts'

/**
 * Puts a mutation into the outbox while no device answers; the next device reads it from there.
 * @param signal aborted when the user signs out.
 * @returns null where this browser cannot store it, and after the signal was aborted.
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
    // The signal was aborted, or the disk is full: a device that sends the edit at once needs no space
    // for it.
    return null
  } finally {
    await outbox.close()
  }
}
