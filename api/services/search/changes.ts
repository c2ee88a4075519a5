import type { Queryable, Sql } from '#db/client.ts'
import { BATCH_SIZE, documentsOf, inSnapshot, oldestRunning } from './document-source.ts'
import type { SearchEngine } from './engine.ts'

interface Change {
  ordinal: number
  xid: string
  is_deleted: boolean
}

/**
 * Brings a search engine up to date with the database, change by change.
 *
 * Each row has the id of the transaction that last wrote it. The cursor is the oldest transaction
 * that was running at the last poll, and each poll reads every row from it on: a transaction that
 * commits late has an old id but is never missed. Rows from the cursor on that were indexed already
 * are remembered, so that a long transaction does not cause them to be fetched again at every poll.
 */
export class ChangeFollower {
  private taken = new Map<number, string>()

  /** @param cursor the engine holds every change by a transaction below it */
  constructor(
    private readonly sql: Sql,
    private readonly engine: SearchEngine,
    private cursor: string,
  ) {}

  /**
   * Indexes the changes since the last poll and returns how many people changed. Calls must not
   * overlap.
   * @param then reads the database in the same snapshot as the poll
   * @throws CursorError when the database is older than the engine.
   */
  async catchUp(then?: (tx: Queryable) => Promise<void>): Promise<number> {
    return inSnapshot(this.sql, async (tx) => {
      const next = await oldestRunning(tx)
      if (BigInt(next) < BigInt(this.cursor)) throw new CursorError()
      const kept = new Map<number, string>()
      let count = 0
      await tx`
        declare changes no scroll cursor for
          select ordinal, changed_xid::text as xid, false as is_deleted
          from candidates where changed_xid >= ${this.cursor}::xid8
          union all
          select ordinal, changed_xid::text, true
          from candidate_deletions where changed_xid >= ${this.cursor}::xid8`
      for (;;) {
        const changes = await tx<Change[]>`fetch ${tx.unsafe(String(BATCH_SIZE))} from changes`
        if (changes.length === 0) break
        const fresh = changes.filter(({ ordinal, xid }) => this.taken.get(ordinal) !== xid)
        const [deleted, written] = partition(fresh)
        if (deleted.length > 0) await this.engine.remove(deleted)
        if (written.length > 0) await this.engine.upsert(await documentsOf(tx, written))
        for (const { ordinal, xid } of changes) {
          if (BigInt(xid) >= BigInt(next)) kept.set(ordinal, xid)
        }
        count += fresh.length
      }
      this.taken = kept
      this.cursor = next
      await then?.(tx)
      return count
    })
  }
}

/** The database is older than the engine: it was restored from a backup. */
export class CursorError extends Error {
  constructor() {
    super('The database has gone back in time')
  }
}

function partition(changes: Change[]): [deleted: number[], written: number[]] {
  const ordinals = (isDeleted: boolean) =>
    changes.filter((change) => change.is_deleted === isDeleted).map(({ ordinal }) => ordinal)
  return [ordinals(true), ordinals(false)]
}

export interface FollowOptions {
  /** The time between two polls. */
  intervalMs?: number
  /** Called once when polls begin to fail; `onRecovery` once they succeed again. */
  onFailure(error: unknown): void
  onRecovery(): void
}

const INTERVAL_MS = 1000
/** The longest backoff while the database is unreachable. */
const BACK_OFF_MAX_MS = 30_000

/** Polls for changes, and continues after any failure. Returns a function that stops it. */
export function follow(
  poll: () => Promise<unknown>,
  { intervalMs = INTERVAL_MS, onFailure, onRecovery }: FollowOptions,
): () => Promise<void> {
  let failures = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    try {
      await poll()
      if (failures > 0) onRecovery()
      failures = 0
    } catch (error) {
      if (failures === 0 && !isStopped) onFailure(error)
      failures += 1
    }
    schedule()
  }
  const schedule = () => {
    if (isStopped) return
    const waitMs = Math.min(intervalMs * 2 ** failures, BACK_OFF_MAX_MS)
    timer = setTimeout(() => {
      running = run()
    }, waitMs)
  }
  schedule()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
