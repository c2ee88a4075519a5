import type { Device } from '#sync/client/device.ts'
import { wait } from '#sync/client/wait.ts'
import type { MutationTracker } from './mutation-tracker.ts'
import type { Outbox } from './outbox.ts'
import { pendingMutations } from './pending-mutation.ts'
import { copySource } from './save-copy.ts'

/** How long a read waits for an outbox that does not respond. */
const RELOAD_TIMEOUT_MS = 5_000

interface OutboxCalls {
  outbox: Outbox
  tracker: MutationTracker
  /** Wakes the push. */
  send(): void
  query: Device['query']
}

/** The device's calls about its outbox, the same with a database and without. */
export function outboxCalls({ outbox, tracker, send, query }: OutboxCalls): Pick<
  Device,
  'adopt' | 'pending' | 'retry' | 'discard' | 'saveCopy'
> & {
  /**
   * Resolves once reloads under way are done, or the outbox has not answered in time. A tab adds an
   * edit to the outbox and reads at once: a read that does not wait lacks the edit, and a screen takes
   * the row it has just made for deleted. `pending` waits by itself.
   */
  reloaded(): Promise<void>
  /** Runs an edit after the reloads under way, whose edits were made before it. */
  mutate: MutationTracker['mutate']
} {
  let reloading = Promise.resolve()
  return {
    adopt() {
      const reload = outbox
        .reload()
        .then(({ added, gone }) => tracker.enqueue(added, gone))
        .then(send)
      const settled = Promise.allSettled([reloading, reload]).then(() => undefined)
      reloading = Promise.race([settled, wait(RELOAD_TIMEOUT_MS)])
      return reload
    },
    reloaded: () => reloading,
    async mutate(...edit) {
      await reloading
      return tracker.mutate(...edit)
    },
    async pending() {
      await reloading
      return pendingMutations(outbox)
    },
    retry: (id) => tracker.retry(id).then(send),
    discard: (id) => tracker.discard(id),
    saveCopy: (id) => tracker.saveCopy(id, copySource(query)).then(send),
  }
}
