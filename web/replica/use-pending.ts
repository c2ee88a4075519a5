import { useEffect, useState } from 'react'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import { openedReplica } from './replica.ts'

/** All pending and rejected mutations, read again with each change of the status. */
export function usePending(): readonly PendingMutation[] {
  const [entries, setEntries] = useState<readonly PendingMutation[]>([])
  useEffect(() => {
    let end = () => {}
    let isOver = false
    void openedReplica().then(
      (replica) => {
        const read = () =>
          void replica.pending().then(
            (found) => {
              if (!isOver) setEntries(found)
            },
            // A device that cannot tell: its next status reads again.
            () => undefined,
          )
        if (isOver) return
        end = replica.onStatus(read)
        read()
        // Signed out meanwhile: nothing is pending.
      },
      () => setEntries([]),
    )
    return () => {
      isOver = true
      end()
    }
  }, [])
  return entries
}
