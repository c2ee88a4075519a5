import type { ShapeName } from '#sync/contract/shapes.ts'
import { keepLease } from './lease.ts'
import type { Listeners } from './listeners.ts'
import type { MutationTracker } from './outbox/mutation-tracker.ts'
import type { Outbox } from './outbox/outbox.ts'
import { startPush } from './outbox/push.ts'
import type { StatusBoard } from './status.ts'
import type { AnswerReader } from './stream/answer-reader.ts'
import { Connection } from './stream/connection.ts'
import { FollowedShapes } from './stream/followed-shapes.ts'
import { GatheredLive } from './stream/gathered-live.ts'
import { reportEmptied } from './stream/report-emptied.ts'
import type { Database } from './tables/database.ts'
import type { Replica } from './tables/replica.ts'

/** `flush` does not restart live requests that are younger than this. */
const FRESH_LIVE_MS = 10_000
/** How often the device polls for applied mutations that no row shows. */
const POLL_INTERVAL_MS = 10_000

interface SyncOptions {
  userId: string
  database: Database
  outbox: Outbox
  replica: Replica
  tracker: MutationTracker
  board: StatusBoard
  /** The tables that changed. */
  tables: Listeners<ReadonlySet<ShapeName>>
  /** Must send the session cookie along. */
  fetch: typeof fetch
  /** Reads the answers of shapes. */
  reader: Pick<AnswerReader, 'read'>
  /** Origin of the API. */
  baseUrl: string
  /** The device's clock, in epoch milliseconds. */
  now: () => number
  /** Factor on all pauses, for tests. */
  pauseScale: number
  /** Removes a team's rows with all that belongs to them, after their streams have ended. */
  removeRows(teamId: string): Promise<void>
  /** Receives errors that no caller can catch. */
  onFault(fault: unknown): void
  /** Ends every request. */
  signal: AbortSignal
}

interface Sync {
  /** Sends what is new in the outbox. */
  push(): void
  /** Pushes and asks for changes at once, whatever pause is on. */
  flush(): void
  /** Goes on after the session had ended: the same user has signed in again. */
  resume(): void
  /** Ends the timers, and resolves once the tables are no longer written, after the signal. */
  end(): Promise<void>
}

/**
 * The half of a device that talks to the server: pushes its outbox, follows its shapes, keeps the
 * leases of its rows.
 */
export async function startSync(options: SyncOptions): Promise<Sync> {
  const { userId, database, outbox, replica, tracker, board, tables } = options
  const { baseUrl, now, pauseScale, onFault, signal } = options
  const { deviceId } = replica

  let lease: Awaited<ReturnType<typeof keepLease>> | undefined
  const connection = new Connection({
    userId,
    deviceId,
    baseUrl,
    fetch: options.fetch,
    pauseScale,
    onReached: () => shapes.reached(),
    onLost: (isBusy) => board.lose(isBusy),
    onNeed: (need) => board.set({ need }),
    // A push may be answered before the lease is read; the next contact is recorded.
    onContact: (serverMs) => lease?.recordContact(serverMs),
  })
  const live = new GatheredLive({ connection, userId })
  const push = startPush({
    userId,
    connection,
    outbox,
    onResults: (results) => tracker.applyResults(results),
    onFault,
    signal,
  })
  const emptied = reportEmptied({ userId, deviceId, connection, database, onFault, signal })
  const shapes = new FollowedShapes({
    userId,
    baseUrl,
    pauseScale,
    database,
    replica,
    tracker,
    connection,
    live,
    reader: options.reader,
    board,
    async removeRows(teamId) {
      await options.removeRows(teamId)
      emptied.wake()
    },
    onRefetched: push.wake,
    onFault,
    signal,
  })
  lease = await keepLease({
    database,
    replica,
    now,
    async expireTeam(teamId) {
      await shapes.leave(teamId, { isRemoved: false })
      // The account is still a member as far as this device knows: the rows are fetched again, or
      // refused.
      await shapes.followTeams()
    },
    onExpire() {
      shapes.count()
      live.restart(0)
    },
    onFault,
  })
  tables.add((changed) => {
    if (changed.has('memberships')) shapes.readMemberships()
  })
  await shapes.start()

  const pollTimer = setInterval(() => {
    if (board.status.state === 'live') refetchUnseen().catch(onFault)
  }, POLL_INTERVAL_MS * pauseScale)

  /** Fetches shapes again whose rows lack the transaction of an applied mutation. */
  async function refetchUnseen(): Promise<void> {
    const lacking = await tracker.poll()
    for (const shape of lacking) await replica.refetch(shape)
    live.restart(0, lacking)
  }

  return {
    push: push.wake,
    flush() {
      connection.retryNow()
      shapes.retryNow()
      live.restart(FRESH_LIVE_MS)
      push.wake()
    },
    resume: () => connection.resume(),
    async end() {
      lease.end()
      clearInterval(pollTimer)
      connection.close()
      await Promise.allSettled([shapes.ended(), emptied.ended])
    },
  }
}
