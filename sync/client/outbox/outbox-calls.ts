import type { Device } from '#sync/client/device.ts'
import type { Ledger } from './mutation-tracker.ts'
import type { Outbox } from './outbox.ts'
import { pendingMutations } from './pending-mutation.ts'
import { copySource } from './save-copy.ts'

interface OutboxCalls {
  outbox: Outbox
  ledger: Ledger
  /** Has what waits sent. */
  send(): void
  query: Device['query']
}

/** What a device answers of its unsent work, wherever its rows are kept. */
export function outboxCalls({
  outbox,
  ledger,
  send,
  query,
}: OutboxCalls): Pick<Device, 'adopt' | 'pending' | 'retry' | 'discard' | 'saveCopy'> {
  return {
    adopt: () =>
      outbox
        .readNew()
        .then((entries) => ledger.takeIn(entries))
        .then(send),
    pending: async () => pendingMutations(outbox),
    retry: (id) => ledger.retry(id).then(send),
    discard: (id) => ledger.discard(id),
    saveCopy: (id) => ledger.saveCopy(id, copySource(query)).then(send),
  }
}
