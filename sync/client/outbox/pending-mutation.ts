import type { Outbox } from './outbox.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { canCopy } from './save-copy.ts'

/** A mutation that is not done, as the Sync panel shows it. */
export interface PendingMutation extends OutboxEntry {
  /** The rejected mutation that made the row this one is about: they are one item. */
  parentId?: string
  canCopy: boolean
}

/** All that waits in an outbox, is on its way or was rejected, in order. */
export function pendingMutations(outbox: Outbox): PendingMutation[] {
  return outbox.entries.map((entry) => {
    const parent = outbox.rejectedParentOf(entry)
    const mutation = { ...entry, canCopy: entry.state.kind === 'rejected' && canCopy(entry) }
    return parent ? { ...mutation, parentId: parent.id } : mutation
  })
}
