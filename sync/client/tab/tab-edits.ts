import type { MutationName } from '#sync/contract/mutations.ts'
import type { TabCalls } from './tab-calls.ts'

/**
 * How long an edit waits for the device. After that the tab puts it into the outbox itself, so that
 * no edit takes longer, whatever became of the leader.
 */
const MUTATE_WAIT_MS = 500

/** Makes the edits of one tab: by the device, or else through the outbox. */
export function tabEdits({
  userId,
  calls,
  signal,
}: {
  userId: string
  calls: TabCalls
  /** Aborted, with the reason for edits that still wait, when the tab is closed. */
  signal: AbortSignal
}): (mutation: MutationName, args: unknown) => Promise<{ id: string }> {
  return async function mutate(mutation, args) {
    const id = crypto.randomUUID()
    const asked = calls.send('mutate', mutation, args, id)
    const answer = asked.answer as Promise<{ id: string }>
    // The code is loaded now, while there may still be a network.
    const code = import('#sync/client/outbox/add-to-outbox.ts').catch(() => null)
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, MUTATE_WAIT_MS, 'late'))
    const first = await Promise.race([answer, late])
    if (first !== 'late') return first
    const outbox = await code
    // After a sign-out the wipe has deleted the outbox, and must not find it made anew.
    signal.throwIfAborted()
    const added = await outbox?.addToOutbox(userId, { id, name: mutation, args }, signal)
    signal.throwIfAborted()
    if (!added) {
      // This browser has no storage, or is offline without the code: the edit waits for a device.
      calls.keep(asked.id)
      return answer
    }
    // A device that answers later knows the mutation by its id.
    calls.take(asked.id)
    calls.post('adopt')
    return added
  }
}
