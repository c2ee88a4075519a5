import { subscribe } from 'valtio'
import { replicaStore } from './replica.ts'

/** Longest that an action waits for a first sync. */
const FIRST_SYNC_MS = 3_000

/** Whether the device has fetched every row: only then a row missing here does not exist. */
export const isComplete = () => replicaStore.status?.isComplete === true

/** Resolves once the device holds every row, or cannot get them soon. */
export function untilComplete(): Promise<void> {
  const isOver = () => isComplete() || replicaStore.status?.state === 'offline'
  return new Promise((resolve) => {
    if (isOver()) return resolve()
    const timer = setTimeout(end, FIRST_SYNC_MS)
    const unsubscribe = subscribe(replicaStore, () => isOver() && end())
    function end() {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
  })
}
