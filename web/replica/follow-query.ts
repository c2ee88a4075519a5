import type { SyncState, SyncStatus } from '#sync/client/status.ts'
import type { TabReplica } from '#sync/client/tab/tab-replica.ts'
import { type QueryName, queryOf } from '#sync/contract/queries.ts'
import { openedReplica } from './replica.ts'

interface Followed {
  name: QueryName
  args: unknown
  onRows(rows: unknown[]): void
  onFailure(fault: unknown): void
}

/** Runs a query now and whenever one of its tables changes. @returns the function that ends it. */
export function followQuery({ name, args, onRows, onFailure }: Followed): () => void {
  const { tables } = queryOf(name)
  let isOver = false
  let isRunning = false
  let isDirty = false
  let status: SyncStatus | null = null
  /** The last answer was empty, of a device that may not have had all rows. */
  let mayLack = false
  let unsubscribe = () => {}

  async function run(replica: TabReplica): Promise<void> {
    // Changes during a run cause one more run, however many they are.
    isDirty = true
    if (isRunning) return
    isRunning = true
    while (isDirty && !isOver) {
      isDirty = false
      try {
        const rows = await replica.query(name, args as Parameters<TabReplica['query']>[1])
        mayLack = rows.length === 0 && !isCurrent(status)
        if (!isOver) onRows(rows)
      } catch (fault) {
        if (!isOver) onFailure(fault)
      }
    }
    isRunning = false
  }

  openedReplica().then((replica) => {
    if (isOver) return
    const ends = [
      replica.onTables((changed) => {
        if (!changed || tables.some((table) => changed.has(table))) void run(replica)
      }),
      // Until the first sync is complete, and until the device is current, an empty answer does not mean
      // that there are no rows.
      replica.onStatus((next) => {
        const isBegun = status !== null && isBeginning(status.state) && !isBeginning(next.state)
        status = next
        if (isBegun || (mayLack && isCurrent(next))) void run(replica)
      }),
    ]
    unsubscribe = () => {
      for (const end of ends) end()
    }
    void run(replica)
  }, onFailure)
  return () => {
    isOver = true
    unsubscribe()
  }
}

/** Whether the device still lacks rows that it has never had. */
export function isBeginning(state: SyncState | undefined): boolean {
  return state === undefined || state === 'starting' || state === 'first_sync'
}

/** Whether the device has all that the server has. */
export function isCurrent(status: SyncStatus | null): boolean {
  return status?.state === 'live' && status.isComplete
}
