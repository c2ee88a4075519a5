import type { Device } from '#sync/client/device.ts'
import type { MutationTracker } from './mutation-tracker.ts'
import type { Outbox } from './outbox.ts'
import { pendingMutations } from './pending-mutation.ts'
import { copySource } from './save-copy.ts'

interface OutboxCalls {
  outbox: Outbox
  tracker: MutationTracker
  /** Has what waits sent. */
  send(): void
  query: Device['query']
}

/** What a device answers of its unsent work, wherever its rows are kept. */
export function outboxCalls({
  outbox,
  tracker,
  send,
  query,
}: OutboxCalls): Pick<Device, 'adopt' | 'pending' | 'retry' | 'discard' | 'saveCopy'> {
  return {
    adopt: () =>
      outbox
        .readNew()
        .then((entries) => tracker.enqueue(entries))
        .then(send),
    pending: async () => pendingMutations(outbox),
    retry: (id) => tracker.retry(id).then(send),
    discard: (id) => tracker.discard(id),
    saveCopy: (id) => tracker.saveCopy(id, copySource(query)).then(send),
  }
}
