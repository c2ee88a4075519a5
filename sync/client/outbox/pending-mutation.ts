import type { Outbox } from './outbox.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { canCopy } from './save-copy.ts'

/** An entry of the outbox as the Sync panel shows it. */
export interface PendingMutation extends OutboxEntry {
  /**
   * The rejected mutation that would have created the row which this one changes; the panel shows both
   * as one item.
   */
  parentId?: string
  canCopy: boolean
}

/** All entries of an outbox, in order. */
export function pendingMutations(outbox: Outbox): PendingMutation[] {
  return outbox.entries.map((entry) => {
    const parent = outbox.rejectedParentOf(entry)
    const mutation = { ...entry, canCopy: entry.state.kind === 'rejected' && canCopy(entry) }
    return parent ? { ...mutation, parentId: parent.id } : mutation
  })
}
