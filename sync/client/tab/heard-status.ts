import { listeners } from '#sync/client/listeners.ts'
import { isSameStatus, type SyncStatus } from '#sync/client/status.ts'

/** The device's status as this tab last received it. */
export interface HeardStatus {
  /**
   * Takes in a status. Every answer carries one, so listeners, which query again, are notified of
   * changes only.
   */
  hear(status: SyncStatus): void
  /**
   * Calls back with the present status first, where it is known.
   * @returns a function that removes the listener.
   */
  listen(listener: (status: SyncStatus) => void): () => void
}

export function heardStatus(): HeardStatus {
  const statuses = listeners<SyncStatus>()
  let last: SyncStatus | undefined
  return {
    hear(status) {
      if (last && isSameStatus(last, status)) return
      last = status
      statuses.notify(status)
    },
    listen(listener) {
      if (last) listener(last)
      return statuses.add(listener)
    },
  }
}
